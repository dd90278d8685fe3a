import { expect, it } from "vitest";
import { isBoilerplate } from "./boilerplate.ts";
import { foldedWords } from "./plain-text.ts";
import { isSiteTalk } from "./site-words.ts";

const said = (line: string) => isSiteTalk(foldedWords(line), line.includes("?"));

it.each([
  "Perfil de Instagram",
  "Visitas a esta página desde 2009",
  "Ficha puesta al día el 3 de febrero de 2025",
  "Itzuli / Atrás",
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

it.each([
  "20 días desde la publicación en el Boletín Oficial.",
  "20 dies des de la publicació al butlletí oficial",
  "El plazo de inscripción será de 20 días hábiles desde la publicación en el Boletín Oficial de la Provincia",
  "Copia del último recibo y el boletín del instalador autorizado",
  "Inscrición de novas explotacións",
  "Se encuentra en situación de desempleo",
  "Usted está en paro",
  "Esteu a l'atur",
  "Está aquí empadronado desde hace un año",
  "Inicie sesión con DNI electrónico, rellene el formulario y fírmelo",
  "Volver a la lista de espera si renuncia a la plaza ofrecida",
  "Por chat",
  "A través del asistente virtual",
  "Por Facebook",
  "Por redes sociales",
  "Descargar, imprimir, rellenar y enviar",
  "Imprimir y enviar por correo",
  "Enviar las imágenes como PDF por correo electrónico",
  "Enviar por correo electrónico a la dirección de contacto",
  "Enviar por WhatsApp",
  "URL del perfil de Instagram",
  "Enlace a un vídeo de YouTube",
  "Modificación de la ficha",
  "Pago por transferencia a nombre del Ayuntamiento de Getafe (CIF P2806500A)",
  "El formulario no estará disponible en la web hasta que abra el plazo",
  "Si la sede estuviera fuera de servicio el último día, el plazo se prorroga",
  "Aviso: los datos falsos supondrán la inadmisión de la solicitud enviada por correo",
  "Su opinión sobre el anteproyecto puede enviarse hasta el 30 de junio",
  "Envíe su sugerencia al correo participa@ayto.es",
  "Es necesario tener habilitadas las cookies del navegador",
  "Ayudas a proyectos de ciberseguridad industrial",
  "La inscripción en el portal no garantiza plaza",
  "La información urbanística no tiene carácter vinculante",
  "La biblioteca declina toda responsabilidad por robo",
  "Ninguna entidad podrá solicitar dinero a los participantes",
  "Ayuda para víctimas de quienes se hacen pasar por policías",
  "Rellene el impreso con Acrobat Reader y fírmelo",
  "Quienes sufran cortes del sistema eléctrico",
  "En periodos en que la sede esté inoperativa se amplía al siguiente hábil",
  "Puesta al día de la cartilla de vacunas en 2025",
  "Los textos de la obra no tendrán más de 20 páginas",
  "Solo se pide la clave en la oficina, por teléfono no",
  "El solicitante que sufra cortes de luz o de agua por impago",
  "La empresa declina la oferta en el plazo de tres días",
  "Informe de ciberdelito y copia de los mensajes recibidos",
])("what sounds like a site and is a fact stays: %s", (line) => {
  expect(isBoilerplate(line)).toBe(false);
});

it.each([
  "Los textos de esta web carecen de valor jurídico y solo tienen fines divulgativos.",
  "La Mancomunidad no garantiza que estos textos estén libres de erratas.",
  "La Diputación declina toda responsabilidad por los errores que pudiera contener esta ficha.",
  "Aquest text és només informatiu i no vincula l'administració.",
  "Aviso de ciberseguridad: ninguna administración pide contraseñas por teléfono.",
  "No te fíes de llamadas que se hacen pasar por el consistorio.",
  "Cuidado con los correos que piden dinero en nombre de la Mancomunidad",
  "La plataforma puede sufrir cortes el día 14 entre las 7 y las 9 de la mañana.",
  "Per visualitzar els fitxers cal tenir Adobe Reader",
])("warns of swindlers, of itself and of its own words: %s", (line) => {
  expect(isBoilerplate(line)).toBe(true);
});
