/**
 * Words that heads of parts are made of, besides those of the names that are known (section-names.ts). A line of nothing
 * but such words names a part however it is put: "Qué papeles tengo que llevar", "Plazos y efectos del silencio". One word
 * more and it may be anything: "Documento de identidad". Folded.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const HEADING_WORDS: ReadonlySet<string> = new Set(
  words(`
el la los las lo un una unos unas de del al a en por para con sin y e o u ni que cual cuales quien quienes como cuando cuanto cuanta cuantos donde se su sus tu tus mi mis me te le les si no es son hay esta este estos estas esto
algo alguna alguno algun nada cosas lleva lleven pagarse cobra cuesta costar debe debes debo deben deberia tengo tienes tiene tienen que hay puede puedo puedes pueden necesito necesita necesitas necesitan necesario necesaria necesarios necesarias hace hacen hacer hacerlo falta cumplir cumplirse cumplen reunir llevar presentar presentarlo presentarse presenta aportar aportarse adjuntar adjunta acompanar entregar pedir pedirlo pide solicitar solicitarlo solicita solicitarse tramitar tramitarlo tramita tramitan realizar realizarlo obtener obtenerlo iniciar pagar paga pago cuesta vale dirigirse dirige dirigido va van ir acudir regula regulan regulado aplica aplicable aplicables aplicacion exigida exigidos exigidas exigibles requerida requeridos requeridas preceptiva previos previas generales general especificos especificas especifica comunes basicos basica obligatoria obligatorios complementaria adicional vigente reguladora reguladoras regulador relacionada
tramite tramites procedimiento procedimientos solicitud solicitudes ayuda ayudas prestacion servicio gestion gestiones subvencion beca licencia autorizacion certificado inscripcion resolucion resolver notificacion silencio administrativo efectos efecto sentido maximo maximos
requisito requisitos condicion condiciones documento documentos documentacion papeles impresos plazo plazos fecha fechas tasa tasas precio precios publico publicos coste costes importe importes tarifa tarifas exaccion exacciones abono lugar lugares oficina oficinas registro registros pasos seguir forma formas modo modos via vias medio medios canal canales modalidad modalidades presentacion tramitacion normativa normas norma legal legales juridica juridico marco base bases fundamento legislacion ley leyes disposiciones regulacion referencias
pido pides piden solicito solicitas solicitan tramito tramitas hago haces presento presentas aporto pago pagas obtengo consigo conseguir conseguirlo obtiene consigue inicia inicio
objeto objetivo finalidad descripcion definicion resumen informacion concepto consiste sirve trata
beneficiario beneficiarios beneficiaria beneficiarias destinatario destinatarios destinataria destinatarias interesado interesados interesada interesadas solicitante solicitantes persona personas colectivos titulares derecho acceso
telefono telefonos contacto atencion telefonica organismo organo unidad departamento responsable competente gestor gestora tramitadora administracion consejeria entidad
importante importantes aviso avisos observaciones observacion nota notas cuenta tener ten tenga saber recuerde recuerda adicionales interes otros otras datos
els les dels pel pels amb per i qui quan quant quins quines quina quin com on cal heu he de fer ho pot poden necessito necessaria necessaris presentar aportar demanar sollicitar tramita termini terminis taxa taxes preu preus cost import requisits requisit condicions complir documents documentacio passos vies formes lloc llocs oficines presentacio tramitacio normativa reguladora marc normatiu legislacio disposicions aplicables objecte finalitat descripcio resum informacio tracta consisteix persones destinataries beneficiaries beneficiaris dirigit adrecat telefon telefons contacte organ unitat departament observacions avis avisos compte tenir va van efectes silenci dates sollicitud resolucio
es fa faig demana demano demanen demanes sollicita sollicito sollicites tramito tramitar presenta presento pago paga obte obtenir aconseguir aporto
fago fai solicito solicita tramito tramita presenta presento pide pido obter conseguir
os as do da dos das no na nos nas ao aos ou cando canto onde quen quen preciso hai hai facer facelo presentar achegar pedir solicitar prazo prazos taxa taxas prezo prezos custo importe condicions cumprir documentos pasos seguir vias lugares presentacion lexislacion obxecto finalidade descricion resumo persoas beneficiarias destinatarias dirixido vai van teléfono telefonos unidade observacions conta ter efectos silencio datas solicitude
eskatzen egiten aurkezten izapidetzen izapidetu ordaintzen lortu lortzen dudan daiteke
economico economica economic economics importa breve breu sucinta este esta aquest aquesta tindre tinc tingueu dirigir dirigirse dirixir dirixirse adrecar adrecarse acudir hi ha han sha s d l cal calen pagar paga abonar exigen exige exigeixen exigixen exixen piden cumplen aspectos aspectes consideraciones consideracions advertencias advertencies relevantes rellevants relevante rellevant validesa validez vixencia caducidad procedimiento procediment procedemento procedementos achega achegar solicitalo pedilo presentalo facelo referencia referencies regulador regulatorio reguladors explicacion explicacio serveix serve tramit tramits ajut ajuts ajuda axuda axudas servei servizo
erregulatzailea arautzaile erreferentziazko indarreko aplikatu hau hori honen izapidearen prozeduraren zerbitzuaren laguntzaren kostua kostuak zuzendu jo joan hartu hartzekoak beharrekoak aurkeztu daitezkeen errekurtsoak gunea guneak modua moduak
eta edo ere da dira du dut ditut ditu zer zein zeintzuk nola non noiz nor nork nori zenbat behar beharreko beharrekoa beharrekoak bete eman egin egiteko eskatu eskatzeko aurkeztu aurkezteko aurkeztea eska dezake dezaket agiri agiriak dokumentu dokumentuak dokumentazioa baldintza baldintzak epe epea epeak data datak isiltasunaren ondorioak tasa tasak prezio prezioa prezioak zenbatekoa ordaindu balio kostatzen urratsak bide bideak tokia tokiak lekua lekuak bulegoak izapidetzeko izapidea araudia araudi arautzailea arau esparrua legedia aplikagarria aplikatzekoak diren xedapenak helburua xedea deskribapena laburpena informazioa onuradunak zuzendua zuzenduta telefonoa telefonoak harremanetarako organo eskuduna unitate arduraduna saila oharrak abisuak kontuan jakin
`),
);

/** Alone, these head a part as often as they are one of its items or one of its ways: "Solicitud", "Presencial". */
export const WEAK_HEADS: ReadonlySet<string> = new Set(
  words(`
solicitud solicitudes formulario formularios impreso impresos modelo modelos anexo anexos justificante justificantes documento registro registros oficina oficinas contacto presencial presencialmente internet online telematica telematicamente electronica electronicamente convocatoria bases ley leyes pago pagos abono notificacion notificaciones recurso recursos resolucion como donde cuando quien nombre nota notas procedimiento presentacion atencion direccion direcciones gratuito gratuita gratis gratuidad gratuitamente doan doakoa gratuit gratuita balde formularios duracion vigencia periodo importe importes cuota cuotas informacion
sollicitud sollicituds formulari formularis annexos oficines registre presencialment contacte com on quan qui llei import quota quotes resolucio
solicitude solicitudes rexistro rexistros onde cando quen lei cota cotas
eskaera eskabidea eskaerak erregistroa bulegoa bulegoak nola non noiz nor nork legea ebazpena zenbatekoa kuota kuotak
`),
);

/** The same of more than one word: names of sites, of ways to apply, and what every page has. */
export const WEAK_PHRASES: ReadonlySet<string> = new Set(
  "sede electronica|seu electronica|egoitza elektronikoa|cita previa|aurretiko hitzordua|por internet|per internet|internet bidez|por telefono|per telefon|por correo|en linea|en linia|en lina|atencion ciudadana|atencio ciutadana|atencion cidada|atencion a la ciudadania|mas informacion|para mas informacion|mes informacio|mais informacion|informazio gehiago|datos de contacto|dades de contacte|informacion de contacto|enlaces de interes|atencion presencial|atencio presencial|de forma presencial|modelo de solicitud|oficinas de registro|oficinas de atencion".split(
    "|",
  ),
);
