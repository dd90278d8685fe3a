import { describe, expect, it } from "vitest";
import { detectLanguage } from "./detect-language.ts";
import { SENTENCES } from "../../../test/kit/sentences.ts";

const of = (language: keyof typeof SENTENCES, count = 8) => SENTENCES[language].slice(0, count).join(" ");

describe("the language of a sentence", () => {
  it.each(Object.entries(SENTENCES))("%s is told in 97 of 100 and more", (language, sentences) => {
    expect(sentences.filter((sentence) => sentence.length > 60)).toHaveLength(50);
    const wrong = sentences
      .map((sentence) => ({ sentence, found: detectLanguage(sentence) }))
      .filter(({ found }) => found.language !== language);
    expect(wrong.map(({ sentence, found }) => `${found.language}: ${sentence}`).slice(1)).toEqual([]);
  });

  it.each(Object.entries(SENTENCES))("%s on a page is told for sure", (language, sentences) => {
    const { language: found, confidence, languages } = detectLanguage(sentences.join("\n\n"));
    expect({ found, languages }).toEqual({
      found: language,
      languages: [{ language, share: expect.closeTo(1, 1) as number }],
    });
    expect(confidence).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    ["Ayudas al alquiler para jóvenes", "es"],
    ["Solicitud de empadronamiento", "es"],
    ["Ajuts al lloguer per a joves", "ca"],
    ["Sol.licitud d’habitatge", "ca"],
    ["Gazteentzako alokairu-laguntzak", "eu"],
    ["Axudas ao alugueiro para a xente moza", "gl"],
    ["Housing benefit for young people", "en"],
    ["Apoio à habitação para os jovens", "pt"],
  ])("%s is short and told all the same: %s", (text, language) => {
    expect(detectLanguage(text).language).toBe(language);
  });

  it.each([
    ["fr", "Les demandes doivent être présentées de préférence par voie électronique auprès de la mairie."],
    ["it", "Le domande devono essere presentate preferibilmente attraverso la sede elettronica del comune."],
    ["de", "Die Anträge sind vorzugsweise über die elektronische Amtsstelle der Gemeinde einzureichen."],
    ["nl", "De aanvragen moeten bij voorkeur via het elektronische loket van de gemeente worden ingediend."],
    [
      "ro",
      "Cererile trebuie să fie depuse de preferință prin intermediul portalului electronic al primăriei.",
    ],
    ["pl", "Wnioski należy składać przede wszystkim przez internet, na stronie urzędu gminy, do końca roku."],
    ["ar", "يجب تقديم الطلبات عبر البوابة الإلكترونية للبلدية في غضون عشرة أيام"],
    ["ru", "Заявления следует подавать через электронный портал администрации"],
    ["zh", "申请应当通过市政府的电子办事处提交，期限为十天"],
    ["ja", "申請は市役所の電子窓口を通じて提出してください"],
    ["el", "Οι αιτήσεις υποβάλλονται κατά προτίμηση μέσω της ηλεκτρονικής πύλης"],
  ])("a language that is not ours is itself: %s", (language, text) => {
    expect(detectLanguage(text).language).toBe(language);
  });

  it.each([
    "Ombi linapaswa kuwasilishwa kupitia ofisi ya kielektroniki ya manispaa ndani ya siku kumi",
    "Petitiones per portam electronicam municipii intra decem dies exhibeantur necesse est omnibus",
    "Dylid cyflwyno ceisiadau drwy swyddfa electronig y cyngor o fewn deg diwrnod gwaith",
    "Taotlused tuleb esitada valla elektroonilise teenindusbüroo kaudu kümne päeva jooksul",
  ])("a language that is not known is none of ours for sure: %s", (text) => {
    const { language, confidence } = detectLanguage(text);
    expect(Object.keys(SENTENCES).includes(language ?? "") ? confidence : 0).toBeLessThan(0.8);
  });

  it.each(["", "  ", "12 345 € — 2026", "!!!"])("nothing is told of %j", (text) => {
    expect(detectLanguage(text)).toEqual({ language: null, confidence: 0, languages: [] });
    expect(detectLanguage(text, "ca")).toEqual({ language: "ca", confidence: 0, languages: [] });
  });

  it("what a page says of itself decides what is open, and no more", () => {
    expect(detectLanguage("Padrón municipal", "gl").language).toBe("gl");
    expect(detectLanguage("Padrón municipal", "es").language).toBe("es");
    expect(detectLanguage(of("ca", 2), "es").language).toBe("ca");
  });
});

describe("a page in two languages", () => {
  it.each<[string, string]>([
    ["one after the other", `${of("es")}\n\n${of("ca")}`],
    [
      "in turns",
      SENTENCES.es
        .slice(0, 8)
        .map((line, at) => `${line}\n${SENTENCES.ca[at]}`)
        .join("\n"),
    ],
    [
      "side by side",
      SENTENCES.es
        .slice(0, 8)
        .map((line, at) => `${line} / ${SENTENCES.ca[at]}`)
        .join("\n"),
    ],
  ])("has both, and no certainty: %s", (_, text) => {
    const { confidence, languages = [] } = detectLanguage(text);
    expect(languages.map(({ language }) => language).toSorted()).toEqual(["ca", "es"]);
    expect(confidence).toBeLessThan(0.8);
    expect(confidence).toBeGreaterThan(0.3);
  });

  it.each([
    ["es", "eu"],
    ["gl", "es"],
    ["ca", "en"],
  ] as const)("has its main language first: %s before %s", (main, other) => {
    const found = detectLanguage(`${of(main, 24)}\n${of(other, 8)}`);
    expect(found.language).toBe(main);
    expect(found.languages?.map(({ language }) => language)).toEqual([main, other]);
  });

  it("costs no more the longer it is", () => {
    const page = `${of("es", 50)} `.repeat(4_000);
    const started = process.cpuUsage();
    expect(detectLanguage(page).language).toBe("es");
    const { user, system } = process.cpuUsage(started);
    // To read 16 MB would take seconds; a sample takes milliseconds.
    expect(user + system).toBeLessThan(500_000);
  });
});
