"""The built web pages, and the report page that is made from one of them."""
