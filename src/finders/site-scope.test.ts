import { describe, expect, it } from "vitest";
import { isSameSite, siteOf } from "./site-scope.ts";

describe("the site a URL belongs to", () => {
  it.each([
    ["https://sede.madrid.es/a", "madrid.es"],
    ["https://www.madrid.es./a", "madrid.es"],
    ["https://sede.sepe.gob.es/", "sepe.gob.es"],
    ["https://gob.es/", "gob.es"],
    ["https://usuario.github.io/", "usuario.github.io"],
    ["https://sede.madrid.es:8443/a", "madrid.es"],
    ["http://127.0.0.1:8080/", "127.0.0.1:8080"],
    ["http://[::1]:8080/", "[::1]:8080"],
    ["http://127.0.0.1/", "127.0.0.1"],
    ["http://localhost/", "localhost"],
    ["https://tramites.españa.es/", "xn--espaa-rta.es"],
  ])("%s → %s", (url, site) => {
    expect(siteOf(new URL(url))).toBe(site);
  });

  it("keeps the hosts of a community together and two ministries apart", () => {
    const same = (a: string, b: string) => isSameSite(new URL(a), new URL(b));
    expect(same("https://sede.comunidad.madrid/x", "https://www.comunidad.madrid/y")).toBe(true);
    expect(same("https://www.mjusticia.gob.es/", "https://www.sepe.gob.es/")).toBe(false);
  });

  it("keeps two servers of one machine apart", () => {
    expect(isSameSite(new URL("http://127.0.0.1:8080/"), new URL("http://127.0.0.1:8081/"))).toBe(false);
  });
});
