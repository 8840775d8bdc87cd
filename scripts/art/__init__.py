"""Draws the card faces, the icons and the vault of the start page as SVG files.

`.venv/bin/python -m scripts.art` writes them to web/public, or to a folder given as an argument.
The files are the same on every machine: tests/art compares them with the ones in web/public.
Two files there are not drawn here: art/porphyry.svg and icons/chevron.svg.

`.venv/bin/python -m scripts.art.png_icons` renders the PNG icons with Chromium.
"""
