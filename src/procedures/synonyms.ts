/**
 * People's words for procedures (P27). Left: what a name begins a word with (`$`: is a word) to be this procedure, folded; right: what
 * people say instead. Written for the project; a word stands alone only where it is no part of another common word.
 */
export interface Synonyms {
  readonly names: readonly string[];
  readonly words: readonly string[];
}

const LINES = `
desempleo|prestacion contributiva|prestacio per desocupacio|atur|langabezia => paro|cobrar el paro|el paro|del paro|sin trabajo|me quede sin trabajo|quedado sin trabajo|me despidieron|me han despedido|me han echado|me echaron|despido|despedido|desempleado|desempleo|perdi el trabajo|perdi mi empleo|he perdido el trabajo|sin empleo|inem|sepe|subsidio|fin de contrato|erte|atur|a l atur|langabezia
ingreso minimo|renta minima|renta garantizada|renda garantida|renta social|renda de insercion|renta de insercion|bermeko errenta|diru sarrerak bermatzeko => imv|ingreso minimo vital|minimo vital|no tengo dinero|no tengo ingresos|sin ingresos|sin recursos|pobreza|no llego a fin de mes|ayuda economica|ayuda para vivir|renta minima|vulnerable|exclusion social|no tinc diners|diru laguntza
padron|empadronamiento|padro|empadronament|errolda => empadronarse|empadronarme|empadronar|empadronamiento|padron|padron municipal|volante|cambio de domicilio|cambiar de domicilio|me he mudado|nueva direccion|mudanza|donde vivo|cambio de direccion|alta en el padron|me mudo|vivo en|he cambiado de casa|padro|empadronament|errolda
tarjeta sanitaria|targeta sanitaria|tarxeta sanitaria|osasun txartela|tsi => medico|medico de cabecera|ir al medico|medico de familia|centro de salud|asistencia sanitaria|atencion medica|sanidad|pediatra|hospital|cita medica|salud|tarjeta sanitaria|tarjeta del medico|metge|metge de capcalera|osasun txartela|sanitaria|enfermo
identidad de extranjero|nie|tie|extranjeria|permiso de residencia|autorizacion de residencia|arraigo|tarjeta de residencia => papeles|arreglar los papeles|extranjero|extranjera|extranjeria|permiso de residencia|tarjeta de residencia|residencia legal|pedir el nie|sacar el nie|renovar el nie|numero nie|renovar la tie|huella|huellas|cita de extranjeria|inmigrante|numero de extranjero|soy de fuera|no soy espanol
arraigo => arraigo|arraigo social|arraigo laboral|llevo tres anos|regularizarme|regularizar mi situacion
alquiler|lloguer|aluguer|aluguer|alokairu|bono joven => alquiler|pagar el alquiler|ayuda alquiler|ayuda para el alquiler|no puedo pagar el piso|bono joven|bono alquiler|piso|alquilar|casero|inquilino|inquilina|vivienda|lloguer|aluguer|alokairua|renta del piso
discapacidad|discapacitat|discapacidade|desgaitasun|minusvalia => discapacidad|minusvalia|minusvalido|grado de discapacidad|invalidez|certificado de discapacidad|movilidad reducida|silla de ruedas|33 por ciento|grado de minusvalia|discapacitat|desgaitasuna|valoracion de discapacidad
justicia gratuita|asistencia juridica|abogado de oficio|turno de oficio|assistencia juridica|xustiza gratuita => abogado|abogado gratis|abogado de oficio|abogado gratuito|turno de oficio|no puedo pagar un abogado|juicio|juzgado|defensa|me han demandado|denunciar|pleito|tribunal|advocat|avogado|justicia gratuita
dependencia|dependencies|mendekotasun => dependencia|grado de dependencia|cuidar a mi madre|cuidar a mi padre|persona mayor|mi abuela|mi abuelo|cuidadora|cuidador|ayuda a domicilio|residencia de mayores|no puede valerse|teleasistencia|dependiente|dependencia de mayores|mendekotasuna|mi madre no puede|mi padre no puede|cuidados en casa
familia numerosa|familia nombrosa|familia ugari => familia numerosa|tres hijos|carne de familia numerosa|titulo de familia numerosa|muchos hijos|familia nombrosa|familia ugaria|tengo tres hijos|cuatro hijos
familia monoparental|familia monomarental => madre soltera|padre soltero|familia monoparental|crio sola|monoparental
becas|beca|bequ|bolsas de estudo|beka => beca|becas|beca de estudios|ayuda para estudiar|ayuda al estudio|pagar los estudios|pagar la universidad|estudiar|matricula|estudiante|beques|bekak|bolsas de estudo
comedor => comedor|comedor escolar|beca comedor|comida del colegio|comer en el colegio|menjador|xantar|jantoki
escolarizacion|admision de alumn|preinscripcio|admision en centros|plaza escolar => colegio|plaza en el colegio|matricular a mi hijo|matricular a mi hija|apuntar a mi hijo al colegio|escuela|instituto|escolarizar|preinscripcio|escola|ikastetxe|colegio publico
escuela infantil|guarderia|escola bressol|haurreskola|educacion infantil|escola infantil => guarderia|escuela infantil|escoleta|llevar al bebe|llar d infants|escola bressol|haurreskola|plaza de guarderia
licencia de obra|licencia urbanistica|obra menor|obra mayor|llicencia d obres|obras menores|obras|obres|obra lizentzia|declaracion responsable de obra => hacer obras|licencia de obra|permiso de obra|permiso de obras|reformar|reforma|reforma de la cocina|obras en casa|tirar un tabique|reformar el bano|construir|albanil|andamio|fer obres|llicencia d obres|obra lizentzia|cambiar las ventanas
licencia de actividad|licencia de apertura|apertura de establecimiento|actividad economica|llicencia d activitats|declaracion responsable de actividad => abrir un negocio|abrir un bar|abrir una tienda|licencia de apertura|montar un negocio|abrir un local|poner un negocio|actividad comercial|obrir un negoci
ocupacion de la via publica|terraza|veladores|ocupacio de la via => terraza|poner una terraza|mesas en la calle|veladores|cortar la calle|contenedor de obra|ocupar la calle|via publica|mudanza en la calle
vado|gual|vao permanente|entrada de vehiculos|pasabide|ibilgailuen sarbidea => vado permanente|entrada del garaje|garaje|garatge|placa de vado|que no aparquen|no aparcar|aparcan delante|vado de|un vado|salida de vehiculos|gual|pas de vehicles|cochera|ibilgailu
tarjeta de estacionamiento|tarjeta de aparcamiento|targeta d aparcament|tarxeta de estacionamento|aparkatzeko txartela => aparcar|aparcamiento|plaza de minusvalidos|aparcamiento para discapacitados|tarjeta azul|estacionar|aparcament|movilidad reducida
residentes|zona azul|zona verde|area verda => aparcar en mi barrio|tarjeta de residente|zona azul|zona verde|residente|aparcamiento de residentes
matrimonio|matrimoni|casamento|ezkontza|boda => casarme|casarnos|casarse|boda|boda civil|nos queremos casar|quiero casarme|matrimonio|casar nos|casament|ezkondu|expediente matrimonial|casar me
pareja de hecho|parella de fet|parella estable|parella de feito|izatezko bikote|parejas de hecho|unions estables|uniones de hecho => pareja de hecho|pareja|inscribirnos como pareja|vivir juntos|vivimos juntos|convivencia|mi pareja|mi novio|mi novia|parella|parella de fet|bikotea|izatezko bikotea|union de hecho|no estamos casados
divorcio|separacion => divorcio|divorciarme|divorciarse|separarme|separarnos|custodia
nacimiento|naixement|nacemento|jaiotza|inscripcion de nacimiento => ha nacido|recien nacido|bebe|registrar al bebe|inscribir al bebe|partida de nacimiento|certificado de nacimiento|acta de nacimiento|libro de familia|naixement|nacemento|jaiotza|registrar a mi hijo
maternidad|paternidad|nacimiento y cuidado|permiso parental => baja maternal|baja paternal|baja por maternidad|baja por paternidad|maternidad|paternidad|voy a tener un hijo|embarazada|permiso de paternidad|baja por nacimiento
defuncion|defuncio|heriotza|fallecimiento => certificado de defuncion|ha muerto|fallecido|fallecimiento|ha fallecido|murio|defuncion
ultimas voluntades|seguros de cobertura de fallecimiento => testamento|ultimas voluntades|herencia|seguro de vida del fallecido
viudedad|viduitat|viuvez|alargun => viuda|viudo|pension de viudedad|viudedad|ha muerto mi marido|se murio mi marido|murio mi mujer|me he quedado viuda|viuvez
orfandad|orfenesa => huerfano|huerfana|pension de orfandad|orfandad
jubilacion|jubilacio|xubilacion|erretiro => jubilarme|jubilarse|jubilacion|pension de jubilacion|retirarme|cuando me jubilo|pension|jubilado|jubilar me|erretiroa
incapacidad permanente|incapacidad laboral|incapacitat permanent => incapacidad permanente|no puedo trabajar por enfermedad|invalidez|pension por incapacidad|incapacidad
incapacidad temporal|baja medica|baja laboral => baja medica|estoy de baja|baja laboral|parte de baja|incapacidad temporal
no contributiva|no contributiu => pension no contributiva|nunca he cotizado|no he cotizado|sin cotizar|pension no contributiva
vida laboral => vida laboral|informe de vida laboral|cuanto he cotizado|anos cotizados|cotizado|semanas cotizadas
numero de la seguridad social|afiliacion a la seguridad social|numero de afiliacion => numero de la seguridad social|numero de afiliacion|primer trabajo|darme de alta en la seguridad social
autonomo|regimen especial de trabajadores autonomos|treballadors autonoms|reta => autonomo|autonoma|darme de alta como autonomo|trabajar por mi cuenta|cuota de autonomos|por cuenta propia|freelance|hacerme autonomo|autonoms
empleada de hogar|empleadas de hogar|empleados de hogar|servicio domestico => empleada de hogar|limpiadora|cuidadora interna|contratar a una persona en casa|empleada domestica|servicio domestico|chica que limpia
declaracion de la renta|irpf|declaracio de la renda => declaracion de la renta|hacer la renta|borrador|hacienda|irpf|devolucion de hacienda|impuestos
certificado de estar al corriente|estar al corriente => estar al corriente|deudas con hacienda|certificado de hacienda|certificado de estar al corriente
bienes inmuebles|ibi => contribucion|impuesto de la casa|ibi de|pagar el ibi|recibo del ibi|impuesto sobre bienes inmuebles|impuesto de bienes inmuebles
traccion mecanica|ivtm|impuesto de vehiculos|impost de vehicles => impuesto del coche|impuesto de circulacion|numerito del coche|sello del coche|impuesto de vehiculos|circulacion del coche
plusvalia|incremento de valor => plusvalia|vender la casa|vendi el piso|heredar un piso
permiso de conducir|permiso de conduccion|carne de conducir|permis de conduir|gidabaimen => carne de conducir|carnet de conducir|permiso de conducir|renovar el carne|conducir|canjear el carne|licencia de conducir|permis de conduir|renovar el carnet
matriculacion|cambio de titularidad de vehiculo|transferencia de vehiculo|transmision de vehiculo => matricular un coche|cambio de titular del coche|vender el coche|comprar un coche|coche de segunda mano|cambiar el coche de nombre|matricular el coche
baja de vehiculo|baja definitiva => dar de baja el coche|desguace|coche viejo|baja del coche
itv|inspeccion tecnica => itv|pasar la itv|inspeccion del coche
multa|sancion de trafico|denuncia de trafico|alegaciones => multas|una multa|recurrir una multa|pagar una multa|multa de trafico|me han multado|sancion|radar
dni|documento nacional de identidad => dni|renovar el dni|sacar el dni|carne de identidad|documento de identidad|me han robado la cartera|perdi el dni|caducado el dni
pasaporte => pasaporte|sacar el pasaporte|renovar el pasaporte|viajar fuera
nacionalidad|nacionalitat => nacionalidad|nacionalidad espanola|ser espanol|hacerme espanol|hacerme espanola|pasaporte espanol|examen ccse|jura de nacionalidad
asilo|proteccion internacional|refugiad => asilo|refugiado|refugiada|huyo de la guerra|proteccion internacional|pedir asilo|guerra en mi pais|perseguido
reagrupacion familiar|reagrupament => traer a mi familia|traer a mi mujer|traer a mis hijos|reagrupacion|reagrupar|traer a mi marido
antecedentes penales|delitos sexuales|delitos de naturaleza sexual => antecedentes penales|certificado de penales|penales|antecedentes|delitos sexuales|trabajar con ninos|trabajar con menores
homologacion|equivalencia|convalidacion|credencial de|reconocimiento de titulos|homologacio|homologazio => homologar|homologacion|convalidar|convalidar mi titulo|titulo extranjero|mi carrera|estudie en otro pais|homologar mi titulo|titulo universitario|carrera universitaria|convalidacion|estudios extranjeros|titulo de mi pais|homologazioa
bono social|bo social|bono electrico|bono termico => factura de la luz|la luz|recibo de la luz|no puedo pagar la luz|descuento en la luz|bono social|electricidad|calefaccion|me cortan la luz|pagar la luz|bono electrico|factura electrica
abono transporte|tarjeta de transporte|abono social|titulo de transporte|targeta de transport|t mobilitat|tarxeta de transporte|garraio txartela|abono joven|bono transporte|mugi => abono transporte|abono|autobus|metro|tarjeta de transporte|tarjeta del bus|targeta del bus|del bus|bonobus|transporte publico|tarjeta del metro|cercanias|descuento en el transporte|autobusa|bus gratis|garraio publikoa|transport public|abono mensual
consumo$|consum$|reclamacion de consumo|hoja de reclamaciones|full de reclamacio|kontsumo|denuncia de consumo|arbitraje => reclamar|reclamacion|hoja de reclamaciones|me han estafado|me han enganado|producto defectuoso|no me devuelven el dinero|devolucion|tienda|garantia|queja|compania telefonica|me cobraron de mas|reclamar a una empresa|consumidor|full de reclamacions|kexa|consumo
pyme|pimes|pemes|pequenas empresas|kit digital|etxe txiki|ete => pyme|pymes|pequena empresa|ayuda para empresas|ayuda para mi negocio|subvencion para empresas|mi empresa|subvencion a empresas|autonomos y pymes|negocio pequeno|digitalizacion|digitalizar|pimes|enpresa|empresa pequena
emprend|creacion de empresas|constitucion de sociedad => emprender|montar una empresa|crear una empresa|emprendedor|abrir mi empresa|startup
contratacion|contratar => contratar|contratar trabajadores|contratar a alguien|bonificacion por contratar
vivienda protegida|vivienda publica|vpo|demandantes de vivienda|habitatge protegit|babes ofizialeko => piso de proteccion oficial|vpo|vivienda publica|vivienda protegida|comprar piso|piso social|casa barata|hpo|etxebide|vivienda social
rehabilitacion de edificios|rehabilitacion|eficiencia energetica|placas solares|autoconsumo => placas solares|paneles solares|aislamiento|cambiar las calderas|rehabilitar|arreglar la fachada|poner ascensor|ahorro energetico|eficiencia energetica
desahucio|emergencia habitacional|sin hogar|urgencia habitacional => desahucio|me desahucian|me echan de casa|sin techo|sin hogar|vivo en la calle|lanzamiento|me van a echar
ayuda de emergencia|emergencia social|servicios sociales|serveis socials|larrialdi => trabajadora social|asistenta social|servicios sociales|ayuda de urgencia|comida|banco de alimentos|ayuda de emergencia|asistente social
violencia de genero|violencia machista|victimas de violencia|violencia sexista => maltrato|me pega|violencia de genero|maltratada|mi marido me pega|orden de alejamiento|016|malos tratos|violencia machista
animales de compania|animal de compania|censo canino|perros|potencialmente peligrosos|animals de companyia|gossos => perro|mascota|gato|registrar al perro|chip|perro peligroso|licencia de perro|microchip|gos|animal
huerto|hort urba => huerto urbano|huerto|hort
biblioteca|carne de biblioteca => biblioteca|carne de la biblioteca|sacar libros|prestamo de libros
instalaciones deportivas|polideportivo|abono deporte|actividades deportivas => polideportivo|gimnasio|piscina|pista de tenis|pista de padel|abono deportivo|deporte|hacer deporte
residuos|basura|enseres|recogida de muebles|voluminosos => muebles viejos|recogida de muebles|tirar un mueble|tirar un colchon|basura|enseres|punto limpio|trastos
queja|sugerencia|queixa|suggeriment|iradokizun => queja|quejarme|sugerencia|poner una queja|reclamacion al ayuntamiento|sugerencias
cementerio|sepultura|nicho => cementerio|nicho|sepultura|entierro|tumba
asociacion|registro de asociaciones|associacio|elkarte => crear una asociacion|asociacion|registrar una asociacion|montar una asociacion|associacio|elkartea|junta directiva
certificado digital|certificado electronico|cl ve|firma electronica|idcat => certificado digital|firma digital|clave permanente|cl ve|identificarme por internet|firma electronica|certificado electronico
registro electronico|instancia general|solicitud general|instancia generica => presentar un escrito|instancia general|escrito al ayuntamiento|registro general|presentar un papel
empleo publico|oposiciones|proceso selectivo|bolsa de empleo|procesos selectivos => oposiciones|oposicion|trabajar en el ayuntamiento|plaza de funcionario|bolsa de trabajo|bolsa de empleo|funcionario|examen de oposicion
demandante de empleo|demanda de empleo|inscripcion como demandante|darde => apuntarme al paro|sellar el paro|sellar|buscar trabajo|demanda de empleo|darme de alta en el paro|renovar la demanda|tarjeta del paro|busco trabajo|demandante
formacion profesional|cursos de formacion|formacion para el empleo|ciclos formativos => curso gratis|cursos gratuitos|cursos para parados|formacion profesional|fp|ciclo formativo|estudiar fp|hacer un curso
adopcion|acogimiento => adoptar|adopcion|acogida|acoger a un nino|acogimiento
ayuda por hijo|hijo a cargo|complemento de ayuda para la infancia|prestacion por hijo|cheque bebe|deduccion por maternidad => ayuda por hijos|ayuda por tener hijos|cheque bebe|100 euros por hijo|hijo a cargo|ayuda por hijo|ayuda para mi hijo
subsidio mayores|mayores de 52 => mayor de 52|subsidio para mayores|mas de 52 anos|52 anos
tarjeta sanitaria europea|tse => tarjeta sanitaria europea|viajar a europa|medico en el extranjero|tarjeta europea|viajo al extranjero
copago|farmacia|medicamentos|receta => medicinas|farmacia|recetas|medicamentos|pagar menos medicinas
voluntades anticipadas|instrucciones previas|testamento vital => testamento vital|voluntades anticipadas|muerte digna|eutanasia
donacion de sangre|donacion de organos|donante => donar|donante|donar sangre|donar organos
caza|pesca$|licencia de pesca|licencia de caza|cinexetica => licencia de pesca|ir a pescar|pescar|cazar|licencia de caza|ir de caza|escopeta
armas => licencia de armas|escopeta|permiso de armas
cambio de nombre|rectificacion de sexo|cambio de apellidos|orden de apellidos => cambiar de nombre|cambiar el nombre|cambiar los apellidos|cambio de sexo|apellidos|persona trans
fe de vida|fe de vida y estado => fe de vida|certificado de soltero|certificado de solteria|estado civil
catastro|certificacion catastral|referencia catastral => catastro|referencia catastral|certificado catastral|plano de la finca|quien es el dueno
nota simple|registro de la propiedad => nota simple|registro de la propiedad|escrituras|propietario de un piso
subvencion => subvencion|subvenciones|pedir una subvencion
teleasistencia => teleasistencia|boton de emergencia|medalla de emergencia|vive sola|persona mayor sola
ayuda a domicilio|sad => ayuda a domicilio|ayuda en casa|que venga alguien a casa|limpieza para mayores
vacaciones imserso|turismo social|viajes del imserso|programa de turismo => viajes del imserso|imserso|vacaciones de mayores|viajes para jubilados|balneario
termalismo|balnearios => balneario|balnearios|banos termales
carne joven|carnet jove|gazte txartela => carne joven|carnet joven|descuentos para jovenes|carnet jove|gazte txartela
bono cultural => bono cultural|400 euros|cumplo 18|18 anos cultura
`;

const phrases = (text: string): string[] => text.split("|").map((phrase) => phrase.trim());

export const SYNONYMS: readonly Synonyms[] = LINES.trim()
  .split("\n")
  .map((line) => line.split("=>"))
  .map(([names = "", words = ""]) => ({ names: phrases(names), words: phrases(words) }));
