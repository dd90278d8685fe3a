/** Words that say nothing of one procedure among others, and words that a keyword must not hide in (P27). */
import { foldForMatching } from "../finders/procedure-markers.ts";
import { rootOf, singular } from "./keyword-forms.ts";
import { PLACES, SAID_BY_ALL } from "./people-words/common-words.ts";
import { EVERYDAY, KIN, TELLS_NOTHING } from "./people-words/everyday.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Of names: kept inside phrases, never alone. Folded. */
export const GENERIC_WORDS = words(`
de del la el los las un una unos unas y e o u a al en por para con sin sobre ante entre segun que se su sus lo como cuando donde quien mas menos muy no si es son ser estar haber tener hacer puede pueden debe deben
i els les dels pel pels amb per d l als una uns unes que es son ser en al des sobre
da do das dos no na nos nas ao aos e ou un unha unhas por con sen
eta edo bat da dira dute duen duten izateko egiteko arabera bidez
retirada entrega instalacion adquisicion realizacion celebracion colocacion sustitucion utilizacion rectificacion
solicitud solicitudes solicitar tramite tramites tramitacion procedimiento procedimientos gestion gestiones alta baja inscripcion expedicion obtencion renovacion concesion reconocimiento emision modificacion presentacion comunicacion declaracion informe
certificado certificados certificacion certificat titulo titulos licencia licencias autorizacion autorizaciones permiso permisos tarjeta tarjetas targeta tarxeta registro documento documentos documentacion carne
ayuda ayudas subvencion subvenciones prestacion prestaciones pension pensiones bono programa programas plan planes servicio servicios convocatoria recurso recursos ajut ajuts subvencions axuda axudas laguntza laguntzak diru
persona personas ciudadano ciudadana ciudadanos ciudadania interesado interesados titular titulares solicitante solicitantes beneficiario beneficiarios mayores menores persones persoas pertsonak hijos hijo familiares joven jovenes mujeres hombres
publico publica publicos publicas municipal municipales nacional estatal autonomico autonomica local general ordinario ordinaria especial individual social sociales economico economica espanol espanola espana civil oficial directa nuevo nueva habitual
permis pago pagos queda acabar hartu favor total propio bezala chica extra encontrar veces varios riesgo darme cerrar cumple viene noche devuelve devuelven etxea vells llego negro acuerdo saber poder culpa manera sitio delante suelo barrio tocar morir ponerme quedan quedo pongo habla mismo fuego verano ayudar cuatro estamos queremos senora literal simple presentar entregar poner terminado terminar lejos madrid volver venir visitar limpia
ayuntamiento ajuntament concello udala ministerio consejeria conselleria comunidad junta gobierno generalitat departamento direccion oficina instituto agencia delegacion administracion sede electronica portal seguridad
sollicitud tramit tramits procediment inscripcio expedicio renovacio reconeixement llicencia llicencies autoritzacio servei serveis registre documents
solicitude solicitudes tramite procedemento inscricion expedicion recoñecemento licenza licenzas autorizacion servizo servizos rexistro
eskaera eskabidea izapidea prozedura inskripzioa erregistroa zerbitzua zerbitzuak baimena lizentzia ziurtagiria aitortzea txartela titulua
temporal temporales previo previa expediente expedientes materia definitiva definitivo unica unico especifico reducidos reducido relativa relativo contra cuenta propia efectos fines anual mensual ordinarios cargo diversos distintos publicas zona lugar proteccion regimen estancia pacientes trabajadores alumnos alumnado vehiculos
ano anos ejercicio curso mes meses dia dias primera primero segunda segundo fin tipo otro otros otra otras parte caso forma derecho grado nivel acceso uso medio via informacion situacion condicion efecto cambio cambios
`);

/** Common words, folded: a keyword of one word that stands in one of them, and does not begin it, would hit it. */
export const COMMON_WORDS = words(`
desempleo desempleado desempleada permiso permisos presidencia presidente ayudante ayudantes tiempo tiene tienen tienes tienda tierra nieto nieta niega niego nieve significa significado prohibido recibir recibo recibido privada privado privados llevado elevado levado salvado observado llevar nevado motivado activado abonado carbono abonar treinta cuarenta ochenta cincuenta sesenta cuarentena
solicitar solicita solicitado felicitar capacitacion explicita escasa escaso fracasar fracaso casados descasar sociedad propiedad cantidad realidad ciudad comunidad calidad universidad necesidad identidad entidad facilidad dificultad consulta consultar resultado resultados simultaneo simultanea insultar adulto adulta multado
ascenso descenso consenso reparto repartir comparto apartado aparte apartar departamento cobrar cobro cobros sobrar sobre maniobra obrero colaborar laboral elaborar corroborar
general generales generar degenerar ministerio administrar administracion suministro administrativo persona personas personal consumo consumidor presumir resumen asumir
nacional internacional racional tradicional adicional condicional emocional empresa empresas sorpresa represa expresar presa apresar prensa imprenta comprender emprender sorprender aprender
trabajo trabajar trabajador contrabajo atraer contraer extraer retraer posible imposible disponible responsable razonable agradable favorable
estado estados destado contestado prestado molestado manifestado gestion gestiones digestion sugestion cuestion cuestiones
padre padres madre madres compadre comadre encuadre hermano hermana humano humana mano manos semana semanas romano
hacer hacerlo rehacer deshacer hecho hechos deshecho satisfecho techo derecho derechos pecho lecho
servir servicio servicios servidor reservar observar conservar
poner componer disponer exponer proponer suponer imponer oponer
dentro centro centros encuentro entrar entrada salida salir recorrer correr socorrer ocurrir concurrir
importante importar exportar comportar soportar transportar aportar reportar deportar portar puerta puertas cuenta cuentas encuentra descuento cuento
menos menor mayor mejor peor tambien siempre nunca ahora despues antes luego mientras hasta desde durante contra entonces cualquiera algunos ninguno
ventana ventanas ventanilla venta ventas aventajar inventar invento invierno interno externo gobierno moderno
familia familiar familiares mujer mujeres hombre hombres nombre nombres sombra alfombra nombrar
camino caminar dinero enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre primero tercero soltero heredero extranjero consejero mensajero pasajero
parar separar preparar comparar reparar disparar amparar declarar aclarar aparecer desaparecer parecer
nuevo nueva nueve renovar renueva innovar noventa
carta cartas cartera descartar encartar apartamento
idea ideas video videos museo deseo correo empleo recreo paseo
partida partido departir compartir impartir repartida
actual actualidad actuacion contractual puntual habitual virtual
metro metros kilometro perimetro parametro termometro
arte artes parte partes cuarto cuarta martes articulo articulos artista
anterior interior exterior superior inferior posterior
suerte muerte fuerte advertir divertir convertir invertir revertir
deporte transporte pasaporte aporte importe soporte reporte
matricula matriculas pelicula particula particular vehiculo vehiculos curriculo
limite limites tramite tramites permite emite remite admite
coste costes costa bosque disgusto gusto agosto justo ajuste
renta rentas arrendar arrendamiento prenda tienda comprenda
cena escena docena cadena condena ordena arena
piscina oficina cocina vecina medicina
pasar pasado repasar traspasar sobrepasar compas
gana ganas manzana campana ventana semana mañana montana
vida vidas olvidar dividir individuo evidencia evidente movida bebida medida medidas salida comida perdida
pena penas apenas penal
alto altas alta asaltar saltar faltar falta resaltar exaltar
toma tomar automatico sintoma autonomo economia autonomia
lugar lugares jugar pagar apagar propagar tragar
media medio medios remedio intermedio promedio comedia
orden ordenar ordenador coordinar subordinar
caso casos acaso ocaso escaso fracaso payaso
plaza plazas plazo plazos reemplazar aplazar desplazar emplazar
ley leyes leyenda

fecha fechas cosecha sospecha derecha
boleto abogado abogada rogado ahogado
texto contexto pretexto
verde verdes verdad perder
color colores dolor valor calor
llama llamar llamada allana
titulo subtitulo capitulo
canal canales bacanal canalizar

cambio cambios intercambio recambio

lote lotes azote complot
nota notas anotar denotar
barata contrata contratar cocinero protocolo promesa remoto promotor entrenar estrenar armario alarma disfrutar obligatorio obligatoria interrogatorio nocturna diurna natural asignatura temperatura todavia dirigida elegida llena plena ultimo ultima legitimo urbano cubano escolar perdido impuesto presupuesto supuesto
recurso concurso denominacion abandonar perdonar probado aprobado aprobaron comprobado preparada separada reparado comercio comercial retirar estirar confirmar afirmar prestacion manifestacion impreso expediente expedientes pendiente pendientes recurro ocurrio automovil divina adivinar
conjunto francia infancia instancia estancia distancia vigilancia cooperacion investigar investigacion jardineria recursos concursos acreditar acreditativo digitalizacion capitalizacion entiende atiende colegio colegios programas apunto prohibicion extracto ciudadanos garraio pobresa pasear desplegar cementerio embarcacion
`);

/** Folded too: what stands inside of these would be heard there, what begins them is of their family. */
export const WORDS_OF_ALL: ReadonlySet<string> = words(SAID_BY_ALL);

/** What holds any question together, folded: nobody asks for a matter by what stands in these, at whatever place. */
export const SPOKEN_WORDS: readonly string[] = [
  ...words(`
cuanto cuantos cuanta cuantas cuando donde adonde como cual cuales quien quienes porque aunque mientras despues entonces siempre nunca ahora todavia adelante delante detras encima debajo dentro fuera cerca lejos
todo toda todos todas algo alguien alguno alguna algunos nada nadie ninguno ninguna mucho mucha muchos muchas poco poca pocos demasiado bastante maximo maxima minimo minima mismo misma mismos otro otra otros otras
tengo tienes tiene tenemos tienen tenia tuve tener tenido estoy esta estamos estan estaba estar estado soy somos eran fuera puedo puede podemos pueden podria poder quiero quiere queremos quieren querria quisiera querer necesito necesita necesitamos necesitan
hago hace hacen hacer haciendo hecho voy vamos van ir yendo digo dice dicen dicho decir sigue sigo siguen seguir conste consta constar llevo lleva llevamos llevan llevar dejan dejar dejo deja pongo pone ponen poner paso pasa pasan pasar
sirve sirven sirva vale valen valer gracias hola favor ayuda alguno gente cosa cosas manera forma vez veces rato semana semanas meses anos dias mañana ayer hoy tarde noche
`),
].map(foldForMatching);

/** Said in any question: no list's word by itself. A page that has them is asked about them. */
export const KIN_WORDS: ReadonlySet<string> = words(KIN);

const SILENT_WORDS: ReadonlySet<string> = new Set([
  ...[...KIN_WORDS, ...words(TELLS_NOTHING)].map(foldForMatching),
  ...SPOKEN_WORDS,
]);

const PLACE_STEMS: readonly string[] = [...words(PLACES)];

const MIN_HEAVY = 4;
const ASKING = /^(?:cuant[oa]s?|cuando|donde|como|que|quien(?:es)?|cual(?:es)?)$/;
const heavyIn = (said: readonly string[]) => said.filter((word) => word.length >= MIN_HEAVY).length;

/** "mi hijo", "la empresa", "padres", "colombiano": said of everything. Two of them are not ("semanas de permiso"), but for "cuánto tarda". */
export function tellsNothing(keyword: string): boolean {
  const said = foldForMatching(keyword).split(" ");
  const isSilent = said.every((word) => SILENT_WORDS.has(word) || isPlace(word));
  return isSilent && (said.some((word) => ASKING.test(word)) || heavyIn(said) < 2);
}

const MIN_PLACE = 5;

function isPlace(word: string): boolean {
  return PLACE_STEMS.some(
    (stem) => word.startsWith(stem) || (word.length >= MIN_PLACE && stem.startsWith(word)),
  );
}

/** Said of any procedure at all. */
export function isGeneric(word: string): boolean {
  return GENERIC_WORDS.has(word) || GENERIC_WORDS.has(singular(word));
}

const EVERYDAY_WORDS: readonly string[] = [...words(EVERYDAY)].map(foldForMatching);
const EVERYDAY_FORMS: ReadonlySet<string> = new Set(
  EVERYDAY_WORDS.flatMap((word) => [singular(word), rootOf(word)]),
);
const MIN_EVERYDAY_ROOT = 5;

/** By its root: "comprado" is as common as "comprar". A short root is of other words too: "medios" is not "mediadores". */
export function isEveryday(word: string): boolean {
  const root = rootOf(word);
  return EVERYDAY_FORMS.has(singular(word)) || (root.length >= MIN_EVERYDAY_ROOT && EVERYDAY_FORMS.has(root));
}

const MIN_BEGINNING = 3;

/** The words that everybody says, by each of their beginnings. */
const BY_BEGINNING = new Map<string, string[]>();
for (const word of [...EVERYDAY_WORDS, ...GENERIC_WORDS, ...COMMON_WORDS])
  for (let length = MIN_BEGINNING; length <= word.length; length += 1) {
    const beginning = word.slice(0, length);
    BY_BEGINNING.set(beginning, [...(BY_BEGINNING.get(beginning) ?? []), word]);
  }

/** "papele" of "papeleta" would be heard in "papeles", "public" of "publicaciones" in "pública". */
export function beginsCommonWord(root: string, word = "-"): boolean {
  return (BY_BEGINNING.get(root) ?? []).some(
    (common) => !common.startsWith(word) && !word.startsWith(common),
  );
}
