import { describe, expect, it } from "vitest";
import { repairMojibake } from "./mojibake.ts";

describe("text that was decoded wrongly", () => {
  it.each([
    ["EspaÃ±a", "España"],
    ["ESPAÃ‘A", "ESPAÑA"],
    ["INFORMACIÃ“N", "INFORMACIÓN"],
    ["Ã“rgano y Ã³rgano", "Órgano y órgano"],
    ["Ã\u{81}rea e Ã\u{8d}ndice", "Área e Índice"],
    ["Â¿QuiÃ©n puede?", "¿Quién puede?"],
    ["5Âº y 3Âª, 20Â°, colÂ·legi", "5º y 3ª, 20°, col·legi"],
    ["30 â‚¬ â€“ â€œaÃ±oâ€\u{9d} lâ€™any â€¦", "30 € – “año” l’any …"],
    ["l\u{e2}\u{80}\u{99}any", "l’any"],
    ["catalÃ\u{a0} i perÃ²", "català i però"],
    ["catalÃ  Ã©s", "català és"],
    ["catalÃ Ã©s, dÃa", "català és, día"],
    ["EspaÃƒÂ±a", "España"],
    ["ÃƒÆ’Ã‚Â³rgano", "órgano"],
    ["Ãƒâ€°l y ÃƒÂ\u{81}rea", "Él y Área"],
    ["perquÃš i Ãšnico", "perquè i Único"],
    ["pingÃŒino", "pingüino"],
    ["informaÃ§Ã£o, AÃ‡ÃƒO", "informação, AÇÃO"],
    ["Espa√±a: ¬øqu√© tr√°mite?", "España: ¿qué trámite?"],
    ["Espa├▒a, tramitaci├│n", "España, tramitación"],
    ["ðŸ˜€ bien", "😀 bien"],
    ["Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "привет"],
    ["ï»¿Hola", "Hola"],
    ["cÅ“ur", "cœur"],
    ["aÃ±o: Å’uvre, Å\u{a0}, Å¾.", "año: Œuvre, Š, ž."],
    ["Å\u{92}uvre", "Œuvre"],
    ["aÃƒÂ±o: Ã…â€™uvre Ã…Â\u{a0} Ã…Â¾.", "año: Œuvre Š ž."],
    ["página correcta con un aÃ±adido", "página correcta con un añadido"],
  ])("%j is %j", (damaged, right) => {
    expect(repairMojibake(damaged).text).toBe(right);
  });

  it.each([
    ["es", "Ñandú, ñoño, ¿qué?, ¡así!, «año», 5º, 3ª, 20 °C, ESPAÑA, PINGÜINO, “CAFÉ” y «JOSÉ»…"],
    ["ca", "Àrea, «això», l’Índia, col·legi, CANÇÓ, ÈXIT, «CATALÀ», VALÈNCIA – “COMITÈ”"],
    ["eu", "Iruñea, Ñ, «Oñati», 3.º, A Coruñan"],
    ["gl", "Á, mañá, «CORUÑA», A Coruña, ESPAÑA: «MAÑÁ»"],
    ["pt", "SÃO PAULO, AÇÃO, “AMANHÔ, «IRMû, MAÇÃ… IRMÃ – MÃES, ÓRGÃO, AVÔ, Ã, AVÓ”, Ângela, CÂMARA"],
    ["en", "café “naïve” – £5 ±2 ©2026 ½ “É”"],
    ["fr", "« Â », ÂGE, « À », PÂTÉ», Noël, L’ÎLE, «\u{a0}Â\u{a0}»"],
    ["de", "ÄÖÜ, „Ä“, „Ü“, GRÖSSE, Straße"],
    ["sv", "Å, «Å», ÅÅ… “Å” – PÅ’"],
    ["ro", "România, «Â», ÎNCÂT"],
    ["mathematics", "x = √2, √±1, ¬p ∧ ¬q, ≤ ≥"],
    ["a page on HTML", "use &amp;eacute; for it, or &amp;lt;b&amp;gt;"],
  ])("right text stays as it is: %s", (_, right) => {
    expect(repairMojibake(right)).toEqual({ text: right, repaired: 0, issues: false });
  });

  it.each(["aÃ±o “AMANHÔ SÃO", "Ã±u «IRMû MÃES"])("damage beside Portuguese capitals: %s", (text) => {
    expect(repairMojibake(text).text).toBe(text.replace("Ã±", "ñ"));
  });

  it.each(["a\u{fffd}o", "aï¿½o", "a\u{d800}o"])("tells what cannot be made right: %j", (text) => {
    expect(repairMojibake(text).issues).toBe(true);
  });

  it.each<[string, string]>([
    ["damage", "EspaÃ±a y texto "],
    ["doubt", "Ã”"],
    ["leads", "Ã"],
    ["damage in damage", "Ãƒ"],
    ["escapes", "&amp;"],
    ["references", "&Atilde;"],
  ])("costs no more than its size: one line of %s", (_, part) => {
    const cost = (count: number) => {
      const line = part.repeat(count / part.length);
      const started = process.cpuUsage();
      repairMojibake(line);
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    cost(100_000);
    const small = Math.max(20_000, cost(250_000));
    expect(cost(2_000_000) / small).toBeLessThan(32);
  });
});
