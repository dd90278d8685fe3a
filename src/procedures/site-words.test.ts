import { expect, it } from "vitest";
import { foldedWords } from "./plain-text.ts";
import { isSiteTalk } from "./site-words.ts";

const said = (line: string) => isSiteTalk(foldedWords(line), line.includes("?"));

it.each([
  "Perfil de Instagram",
  "Estamos en las redes sociales",
  "Jarrai gaitzazu sareetan",
  "Heu trobat el que buscàveu?",
  "¿Te hemos ayudado con esta información?",
  "Axudámosche con esta información?",
  "Díganos cómo podemos mejorar esta página",
  "Ompliu l'enquesta de satisfacció, només seran dos minuts",
  "Voltar ao comezo da páxina",
  "Copia l'enllaç",
  "Abrir Facebook en una ventana nueva",
  "Página revisada por última vez el 09/04/2026",
  "Genera un PDF d'aquesta pàgina",
  "Date de alta en nuestra lista de correo y no te pierdas ninguna convocatoria",
  "Hola! Soc l'assistent virtual, en què et puc ajudar?",
  "Kaixo! Laguntzaile birtuala naiz, zertan lagun zaitzaket?",
  "Al comienzo de la página",
  "LinkedIn institucional",
  "Us ha resultat fàcil d'entendre aquest contingut?",
  "Konta iezaguzu zer faltatu zaizun",
  "Dediqueu-nos un moment i valoreu el servei rebut",
  "Déjanos tu correo y te mandaremos la agenda cultural",
])("a site says of itself: %s", (line) => {
  expect(said(line)).toBe(true);
});

it.each([
  "En esta página web",
  "A través de esta sede",
  "Por correo electrónico",
  "Enviar por correo",
  "Más información",
  "Copia del DNI",
  "Copia del documento",
  "Por WhatsApp",
  "Canal electrónico",
  "Certificado de valoración de daños",
  "Imprimir el modelo 790 y firmarlo",
  "Contestar la encuesta de población que envía el instituto",
  "Perfil de la persona beneficiaria",
  "¿Quién puede ayudarme con la solicitud?",
  "Publicación en el boletín oficial de la provincia",
  "Carné de usuario de las redes de transporte",
  "Dónde nos encontramos",
  "Media de los ingresos recibidos",
  "Deje su solicitud en el registro",
  "Comunicar un error en la liquidación",
  "Principio de acuerdo",
])("a procedure says: %s", (line) => {
  expect(said(line)).toBe(false);
});
