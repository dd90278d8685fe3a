import { describe, expect, it } from "vitest";
import { CHANNELS as REAL_CHANNELS, LEVELS as REAL_LEVELS } from "../procedures/procedure-doc.ts";
import type { SearchFilters } from "../domain/search-document.ts";
import { CHANNELS, checkFilters, LEVELS } from "./filter-values.ts";

const KNOWN: Readonly<Record<keyof SearchFilters, readonly string[]>> = {
  source: ["tramites", "wiki"],
  level: [],
  ccaa: ["ejemplo"],
  municipio: ["san_sebastian"],
  organism: ["SEPE", "Servicio Público de Empleo Estatal"],
  type: ["padron"],
  channel: [],
  lang: ["es", "fr"],
};

const check = (filters: SearchFilters) => checkFilters(filters, (name) => KNOWN[name]);

describe("filters", () => {
  it.each<[SearchFilters, SearchFilters]>([
    [{ level: "Autonómico" }, { level: "autonomico" }],
    [{ level: "autonomica" }, { level: "autonomico" }],
    [{ ccaa: "Cataluña" }, { ccaa: "cataluna" }],
    [{ ccaa: "catalunya" }, { ccaa: "cataluna" }],
    [{ ccaa: "Castilla-La Mancha" }, { ccaa: "castilla_la_mancha" }],
    [{ ccaa: "Comunitat Valenciana" }, { ccaa: "valencia" }],
    [{ ccaa: "EUSKADI" }, { ccaa: "pais_vasco" }],
    [{ ccaa: "Ejemplo" }, { ccaa: "ejemplo" }],
    [{ municipio: "San Sebastián" }, { municipio: "san_sebastian" }],
    [{ organism: "publico de empleo" }, { organism: "publico de empleo" }],
    [{ organism: "sepe" }, { organism: "sepe" }],
    [{ type: "Prestación" }, { type: "prestacion" }],
    [{ type: "boe_xml" }, { type: "boe_xml" }],
    [{ type: "padrón" }, { type: "padron" }],
    [{ channel: "electrónico" }, { channel: "electronico" }],
    [{ lang: "FR" }, { lang: "fr" }],
    [{ lang: "eu" }, { lang: "eu" }],
    [
      { source: "wiki", level: "local", lang: "es" },
      { source: "wiki", level: "local", lang: "es" },
    ],
  ])("%j are understood", (given, filters) => {
    expect(check(given)).toEqual({ ok: true, filters });
  });

  it.each<[SearchFilters, keyof SearchFilters, string]>([
    [{ level: "nacional" }, "level", "estatal"],
    [{ ccaa: "Catalunia" }, "ccaa", "cataluna"],
    [{ municipio: "Nowhere" }, "municipio", "san_sebastian"],
    [{ organism: "SEPES" }, "organism", "SEPE"],
    [{ organism: "¿?" }, "organism", "SEPE"],
    [{ type: "certificadoo" }, "type", "certificado"],
    [{ channel: "paloma" }, "channel", "presencial"],
    [{ lang: "klingon" }, "lang", "fr"],
    [{ lang: "qq" }, "lang", "es"],
    [{ source: "wikii" }, "source", "wiki"],
    [{ level: "" }, "level", "local"],
  ])("%j are refused with what is accepted", (given, name, accepted) => {
    expect(check(given)).toMatchObject({ ok: false, name, accepted: expect.arrayContaining([accepted]) });
  });

  it("take any town and organism while nothing is known", () => {
    expect(checkFilters({ municipio: "X", organism: "Y" }, () => [])).toMatchObject({ ok: true });
  });

  it("are those of procedures", () => {
    expect([LEVELS, CHANNELS]).toEqual([REAL_LEVELS, REAL_CHANNELS]);
  });
});
