import type { QueryModule } from "./mediawiki-module.ts";
import type { JsonObject } from "./mediawiki-result.ts";
import { NAMESPACES, SITE_NAME } from "./mediawiki-titles.ts";
import { isoSeconds } from "./mediawiki-page.ts";

export const GENERATOR = "MediaWiki 1.39.17";

/** What the wiki says of itself. */
export const SITE_INFO: QueryModule = {
  name: "siteinfo",
  prefix: "si",
  params: ["prop"],
  run: ({ params, result, origin, wiki }) => {
    const known = ["general", "namespaces", "statistics", "namespacealiases"];
    const props = params.subset("siteinfo", "siprop", known, ["general"]);
    if (props.has("general")) result.set("general", general(origin, isoSeconds(wiki.now)));
    if (props.has("namespaces")) result.set("namespaces", namespaces());
    if (props.has("namespacealiases")) result.set("namespacealiases", []);
    if (props.has("statistics")) result.set("statistics", { pages: wiki.pageCount, users: 1, jobs: 0 });
  },
};

function general(origin: string, time: string): JsonObject {
  return {
    mainpage: "Main Page",
    base: `${origin}/wiki/Main_Page`,
    sitename: SITE_NAME,
    generator: GENERATOR,
    case: "first-letter",
    lang: "en",
    rtl: false,
    readonly: false,
    timezone: "UTC",
    timeoffset: 0,
    articlepath: "/wiki/$1",
    scriptpath: "/w",
    script: "/w/index.php",
    server: origin,
    servername: new URL(origin).hostname,
    wikiid: "sandbox",
    time,
    misermode: false,
  };
}

function namespaces(): JsonObject {
  return Object.fromEntries(
    NAMESPACES.map(({ id, name, canonical }) => [
      String(id),
      {
        id,
        case: "first-letter",
        name,
        subpages: id > 0 && id !== 14 && id !== 6,
        ...(id === 0 ? {} : { canonical }),
        content: id === 0,
        nonincludable: false,
        ...(id === 8 ? { namespaceprotection: "editinterface" } : {}),
      },
    ]),
  );
}
