"""Every page of namespace 0 with its text and categories, the way a user of mwclient writes it.

usage: wiki-mwclient.py API_URL FOLDER
"""
import json
import os
import sys
from urllib.parse import urlsplit

import mwclient

url = urlsplit(sys.argv[1])
site = mwclient.Site(url.netloc, path=url.path.removesuffix("api.php"), scheme=url.scheme)
pages = 0
for page in site.allpages(namespace="0"):
    pages += 1
    document = {
        "pageid": page.pageid,
        "title": page.name,
        "revid": page.revision,
        "is_redirect": page.redirect,
        "categories": [category.name for category in page.categories()],
        "content": page.text(),
    }
    with open(os.path.join(sys.argv[2], f"{page.pageid}.json"), "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False, indent=2)
print(pages)
