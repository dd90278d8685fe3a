import { expect, it } from "vitest";
import { foldedWords } from "./plain-text.ts";
import { isPrivacyNotice } from "./privacy-notices.ts";

it.each([
  ["Los datos personales recogidos serán tratados conforme a la normativa de protección de datos."],
  ["Información básica sobre protección de datos. Finalidad: gestionar su solicitud. Legitimación: misión."],
  [
    "De conformidad con la Ley Orgánica 3/2018, de Protección de Datos Personales, le informamos de que sus datos se guardan.",
  ],
  ["De conformitat amb el Reglament (UE) 2016/679, us informem que podeu exercir els vostres drets."],
  ["L'ajuntament tractarà les teves dades amb la finalitat de gestionar el tràmit."],
  ["Los datos facilitados se incorporarán al registro de actividades de tratamiento del Ayuntamiento."],
  [
    "Responsable del tratamiento: el Ayuntamiento. Derechos de las personas: acceso, rectificación, supresión.",
  ],
  [
    "De acordo coa Lei orgánica 3/2018, os seus datos conservaranse durante os prazos previstos e non se cederán a terceiros.",
  ],
  ["He leído y acepto la política de privacidad"],
  ["Os seus datos persoais serán tratados pola Xunta de Galicia."],
  ["Zure datu pertsonalak udalak tratatuko ditu izapidea kudeatzeko."],
  ["Datuen babesari buruzko oinarrizko informazioa. Arduraduna: Udala. Helburua: kudeaketa."],
])("is what a site does with data: %s", (line) => {
  expect(isPrivacyNotice(foldedWords(line))).toBe(true);
});

it.each([
  [
    "Ley Orgánica 3/2018, de 5 de diciembre, de Protección de Datos Personales y garantía de los derechos digitales",
  ],
  [
    "Reglamento (UE) 2016/679, de 27 de abril de 2016, relativo a la protección de las personas físicas en lo que respecta al tratamiento de datos personales",
  ],
  ["Consentimiento firmado para el tratamiento de datos personales"],
  [
    "Permite ejercer los derechos de acceso, rectificación y supresión de sus datos personales ante el responsable",
  ],
  ["La Administración consultará sus datos de identidad, salvo que se oponga"],
  ["Reclamación por el tratamiento de datos personales sin consentimiento"],
  ["Información sobre protección de datos, firmada"],
  ["Datos del responsable del centro y de su delegado"],
  ["Los datos de la solicitud serán comprobados de oficio"],
])("is no law, paper or procedure: %s", (line) => {
  expect(isPrivacyNotice(foldedWords(line))).toBe(false);
});
