"""Every text for players in four languages, for the pages, the server and the command line.

`<language>/<area>.json` has the texts of an area by key. The pages load the areas they need.
"""
