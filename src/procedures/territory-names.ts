/** The communities and provinces of Spain: their slugs, how they are called, and the domains of their administrations. */
export interface CommunityNames {
  readonly slug: string;
  /** Folded; the last word of an administration's name is enough to tell it. */
  readonly names: readonly string[];
  readonly domains: readonly string[];
}

const community = (slug: string, names: string, domains: string): CommunityNames => ({
  slug,
  names: names.split("|"),
  domains: domains.split(" "),
});

export const COMMUNITIES: readonly CommunityNames[] = [
  community("andalucia", "andalucia|junta de andalucia", "juntadeandalucia.es"),
  community("aragon", "aragon|gobierno de aragon", "aragon.es"),
  community("asturias", "asturias|principado de asturias|principau d asturies", "asturias.es asturias.org"),
  community(
    "illes_balears",
    "illes balears|islas baleares|baleares|balears|govern de les illes balears",
    "caib.es",
  ),
  community(
    "canarias",
    "canarias|gobierno de canarias|islas canarias",
    "gobiernodecanarias.org gobiernodecanarias.es",
  ),
  community("cantabria", "cantabria|gobierno de cantabria", "cantabria.es"),
  community(
    "castilla_la_mancha",
    "castilla la mancha|junta de comunidades de castilla la mancha",
    "jccm.es castillalamancha.es",
  ),
  community("castilla_leon", "castilla y leon|castilla leon|junta de castilla y leon", "jcyl.es"),
  community(
    "cataluna",
    "cataluna|catalunya|generalitat de catalunya|generalitat de cataluna",
    "gencat.cat catsalut.cat",
  ),
  community("extremadura", "extremadura|junta de extremadura", "juntaex.es gobex.es"),
  community("galicia", "galicia|xunta de galicia|galiza", "xunta.gal xunta.es sergas.es"),
  community("la_rioja", "la rioja|rioja|gobierno de la rioja", "larioja.org"),
  community("madrid", "madrid|comunidad de madrid", "comunidad.madrid madrid.org"),
  community(
    "murcia",
    "murcia|region de murcia|comunidad autonoma de la region de murcia",
    "carm.es murciasalud.es",
  ),
  community(
    "navarra",
    "navarra|nafarroa|gobierno de navarra|comunidad foral de navarra|nafarroako gobernua",
    "navarra.es",
  ),
  community(
    "pais_vasco",
    "pais vasco|euskadi|gobierno vasco|eusko jaurlaritza|euskal autonomia erkidegoa",
    "euskadi.eus euskadi.net osakidetza.eus lanbide.eus bizkaia.eus gipuzkoa.eus araba.eus",
  ),
  community(
    "valencia",
    "comunitat valenciana|comunidad valenciana|generalitat valenciana|pais valencia|valencia",
    "gva.es",
  ),
  community("ceuta", "ceuta|ciudad autonoma de ceuta", "ceuta.es"),
  community("melilla", "melilla|ciudad autonoma de melilla", "melilla.es"),
];

/** By the first two digits of the postal code: province and community. */
export const PROVINCES: Readonly<Record<string, readonly [province: string, community: string]>> = {
  "01": ["alava", "pais_vasco"],
  "02": ["albacete", "castilla_la_mancha"],
  "03": ["alicante", "valencia"],
  "04": ["almeria", "andalucia"],
  "05": ["avila", "castilla_leon"],
  "06": ["badajoz", "extremadura"],
  "07": ["illes_balears", "illes_balears"],
  "08": ["barcelona", "cataluna"],
  "09": ["burgos", "castilla_leon"],
  "10": ["caceres", "extremadura"],
  "11": ["cadiz", "andalucia"],
  "12": ["castellon", "valencia"],
  "13": ["ciudad_real", "castilla_la_mancha"],
  "14": ["cordoba", "andalucia"],
  "15": ["a_coruna", "galicia"],
  "16": ["cuenca", "castilla_la_mancha"],
  "17": ["girona", "cataluna"],
  "18": ["granada", "andalucia"],
  "19": ["guadalajara", "castilla_la_mancha"],
  "20": ["gipuzkoa", "pais_vasco"],
  "21": ["huelva", "andalucia"],
  "22": ["huesca", "aragon"],
  "23": ["jaen", "andalucia"],
  "24": ["leon", "castilla_leon"],
  "25": ["lleida", "cataluna"],
  "26": ["la_rioja", "la_rioja"],
  "27": ["lugo", "galicia"],
  "28": ["madrid", "madrid"],
  "29": ["malaga", "andalucia"],
  "30": ["murcia", "murcia"],
  "31": ["navarra", "navarra"],
  "32": ["ourense", "galicia"],
  "33": ["asturias", "asturias"],
  "34": ["palencia", "castilla_leon"],
  "35": ["las_palmas", "canarias"],
  "36": ["pontevedra", "galicia"],
  "37": ["salamanca", "castilla_leon"],
  "38": ["santa_cruz_de_tenerife", "canarias"],
  "39": ["cantabria", "cantabria"],
  "40": ["segovia", "castilla_leon"],
  "41": ["sevilla", "andalucia"],
  "42": ["soria", "castilla_leon"],
  "43": ["tarragona", "cataluna"],
  "44": ["teruel", "aragon"],
  "45": ["toledo", "castilla_la_mancha"],
  "46": ["valencia", "valencia"],
  "47": ["valladolid", "castilla_leon"],
  "48": ["bizkaia", "pais_vasco"],
  "49": ["zamora", "castilla_leon"],
  "50": ["zaragoza", "aragon"],
  "51": ["ceuta", "ceuta"],
  "52": ["melilla", "melilla"],
};

/** Other names of provinces, and islands that have a government of their own. Folded. */
export const PROVINCE_ALIASES: readonly (readonly [name: string, province: string])[] = [
  ["la coruna", "a_coruna"],
  ["coruna", "a_coruna"],
  ["orense", "ourense"],
  ["gerona", "girona"],
  ["lerida", "lleida"],
  ["vizcaya", "bizkaia"],
  ["guipuzcoa", "gipuzkoa"],
  ["araba", "alava"],
  ["alacant", "alicante"],
  ["castello", "castellon"],
  ["baleares", "illes_balears"],
  ["mallorca", "illes_balears"],
  ["menorca", "illes_balears"],
  ["ibiza", "illes_balears"],
  ["eivissa", "illes_balears"],
  ["formentera", "illes_balears"],
  ["gran canaria", "las_palmas"],
  ["lanzarote", "las_palmas"],
  ["fuerteventura", "las_palmas"],
  ["tenerife", "santa_cruz_de_tenerife"],
  ["la palma", "santa_cruz_de_tenerife"],
  ["la gomera", "santa_cruz_de_tenerife"],
  ["el hierro", "santa_cruz_de_tenerife"],
];

/** Towns whose domain does not say that it is a town's, and what their province is: `domain town postal`. */
export const TOWNS: readonly (readonly [domain: string, town: string, postal: string])[] = [
  "madrid.es madrid 28|munimadrid.es madrid 28|barcelona.cat barcelona 08|bcn.cat barcelona 08|valencia.es valencia 46|sevilla.org sevilla 41|zaragoza.es zaragoza 50|malaga.eu malaga 29|malaga.es malaga 29|murcia.es murcia 30|palma.es palma 07|palma.cat palma 07|laspalmasgc.es las_palmas_de_gran_canaria 35|bilbao.eus bilbao 48|alicante.es alicante 03|cordoba.es cordoba 14|valladolid.es valladolid 47|vigo.org vigo 36|gijon.es gijon 33|vitoria-gasteiz.org vitoria_gasteiz 01|coruna.gal a_coruna 15|coruna.es a_coruna 15|granada.org granada 18|elche.es elche 03|oviedo.es oviedo 33|badalona.cat badalona 08|l-h.cat l_hospitalet_de_llobregat 08|terrassa.cat terrassa 08|sabadell.cat sabadell 08|cartagena.es cartagena 30|jerez.es jerez_de_la_frontera 11|mostoles.es mostoles 28|santacruzdetenerife.es santa_cruz_de_tenerife 38|pamplona.es pamplona 31|almeria.es almeria 04|ayto-alcaladehenares.es alcala_de_henares 28|ayto-fuenlabrada.es fuenlabrada 28|leganes.org leganes 28|donostia.eus donostia 20|getafe.es getafe 28|burgos.es burgos 09|aytoburgos.es burgos 09|albacete.es albacete 02|castello.es castello_de_la_plana 12|santander.es santander 39|logrono.es logrono 26|badajoz.es badajoz 06|aytobadajoz.es badajoz 06|salamanca.es salamanca 37|aytosalamanca.es salamanca 37|huelva.es huelva 21|lleida.cat lleida 25|paeria.cat lleida 25|tarragona.cat tarragona 43|girona.cat girona 17|leon.es leon 24|aytoleon.es leon 24|cadiz.es cadiz 11|jaen.es jaen 23|aytojaen.es jaen 23|ourense.gal ourense 32|lugo.gal lugo 27|concellodelugo.gal lugo 27|pontevedra.gal pontevedra 36|santiagodecompostela.gal santiago_de_compostela 15|toledo.es toledo 45|caceres.es caceres 10|ayto-caceres.es caceres 10|guadalajara.es guadalajara 19|cuenca.es cuenca 16|ciudadreal.es ciudad_real 13|huesca.es huesca 22|teruel.es teruel 44|soria.es soria 42|segovia.es segovia 40|avila.es avila 05|zamora.es zamora 49|palencia.es palencia 34|aytopalencia.es palencia 34|merida.es merida 06",
]
  .flatMap((line) => line.split("|"))
  .map((line) => line.split(" "))
  .map(([domain = "", town = "", postal = ""]) => [domain, town, postal] as const);
