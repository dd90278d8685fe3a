/** Bodies that run procedures: by the domain of their pages, and by name. */
export interface KnownOrganism {
  readonly name: string;
  readonly abbreviation: string;
  readonly domains: readonly string[];
}

const LINES = `
Servicio Público de Empleo Estatal|SEPE|sepe.es sepe.gob.es
Seguridad Social|SS|seg-social.es seg-social.gob.es
Instituto Nacional de la Seguridad Social|INSS|
Tesorería General de la Seguridad Social|TGSS|
Ministerio de Inclusión, Seguridad Social y Migraciones|MISSM|inclusion.gob.es
Dirección General de la Policía|DGP|policia.es policia.gob.es
Oficina de Asilo y Refugio|OAR|proteccion-asilo.interior.gob.es
Ministerio del Interior|MIR|interior.gob.es
Ministerio de Vivienda y Agenda Urbana|MIVAU|mivau.gob.es mivau.sede.gob.es
Ministerio de Justicia|MJU|mjusticia.gob.es
Instituto de Mayores y Servicios Sociales|IMSERSO|imserso.es imserso.gob.es
Agencia Tributaria|AEAT|agenciatributaria.es agenciatributaria.gob.es
Dirección General de Tráfico|DGT|dgt.es dgt.gob.es
Mutualidad General de Funcionarios Civiles del Estado|MUFACE|muface.es muface.gob.es
Dirección General del Catastro|DGC|catastro.hacienda.gob.es sedecatastro.gob.es catastro.minhap.es
Instituto Nacional de Estadística|INE|ine.es
Boletín Oficial del Estado|BOE|boe.es
Ministerio de Educación, Formación Profesional y Deportes|MEFPD|educacionyfp.gob.es educacion.gob.es educacionfpydeportes.gob.es
Ministerio de Ciencia, Innovación y Universidades|MCIU|universidades.gob.es ciencia.gob.es
Ministerio de Sanidad|MSAN|sanidad.gob.es mscbs.gob.es
Ministerio de Trabajo y Economía Social|MITES|mites.gob.es
Ministerio de Hacienda|MHAC|hacienda.gob.es
Ministerio de Derechos Sociales, Consumo y Agenda 2030|MDSCA|mdsocialesa2030.gob.es dsca.gob.es consumo.gob.es
Ministerio para la Transición Ecológica y el Reto Demográfico|MITECO|miteco.gob.es
Ministerio de Asuntos Exteriores, Unión Europea y Cooperación|MAEC|exteriores.gob.es
Ministerio de Transportes y Movilidad Sostenible|MTMS|transportes.gob.es mitma.gob.es
Ministerio de Industria y Turismo|MINTUR|mintur.gob.es mincotur.gob.es
Oficina Española de Patentes y Marcas|OEPM|oepm.es
Fondo de Garantía Salarial|FOGASA|
Punto de Acceso General|PAG|administracion.gob.es
Junta de Andalucía|JDA|juntadeandalucia.es
Gobierno de Aragón|ARAGON|aragon.es
Principado de Asturias|ASTURIAS|asturias.es
Govern de les Illes Balears|CAIB|caib.es
Gobierno de Canarias|GOBCAN|gobiernodecanarias.org
Gobierno de Cantabria|CANTABRIA|cantabria.es
Junta de Comunidades de Castilla-La Mancha|JCCM|jccm.es castillalamancha.es
Junta de Castilla y León|JCYL|jcyl.es
Generalitat de Catalunya|GENCAT|gencat.cat
Junta de Extremadura|JUNTAEX|juntaex.es gobex.es
Xunta de Galicia|XUNTA|xunta.gal xunta.es
Gobierno de La Rioja|LARIOJA|larioja.org
Comunidad de Madrid|CAM|comunidad.madrid madrid.org
Comunidad Autónoma de la Región de Murcia|CARM|carm.es
Gobierno de Navarra|NAVARRA|navarra.es
Eusko Jaurlaritza - Gobierno Vasco|EUSKADI|euskadi.eus
Generalitat Valenciana|GVA|gva.es
Ciudad Autónoma de Ceuta|CEUTA|ceuta.es
Ciudad Autónoma de Melilla|MELILLA|melilla.es
Ayuntamiento de Madrid|MADRID|madrid.es
Ajuntament de Barcelona|BARCELONA|barcelona.cat
`;

export const ORGANISMS: readonly KnownOrganism[] = LINES.trim()
  .split("\n")
  .map((line) => line.split("|"))
  .map(([name = "", abbreviation = "", domains = ""]) => ({
    name,
    abbreviation,
    domains: domains.split(" ").filter((domain) => domain !== ""),
  }));
