/** Words that people say whatever they ask for, folded: a keyword that stands in one of them, and does not begin it, would be heard there. */
export const SAID_BY_ALL = `
papeles papeleo documento documentos documentacion igual igualmente devuelve devuelven devuelvan devuelto vuelve vuelven vuelvo vuelta vueltas vuelto envuelto resuelto resuelve suelta sueltas suelto mandar mandan manda mandado mandaron demandar comandante
hablar habla hablan hablado pedir pido pide piden pidieron pedirlo pedido despedido impedido perdido vendido venido metido movido tenido servido recibido decidido sabido podido querido nacido crecido conocido parecido ocurrido sucedido aprendido entendido
casilla casillas mochila rodilla mejilla mantequilla encargado encargada encargar descargar recargo recargar cargar
quedarme quedarse quedado quedaron quedaria conseguir consigue consigo conseguido seguido siguiente siguientes enseguida perseguir
telefono telefonos telefonico television primero primera primeros primeras tercero tercera cuarto quinto septimo octavo
existe existen existir insistir asistir resistir consistir hacerse hacerlo hacerme hacernos hacerle hacerles haciendo hicieron hiciera harian hareis
empezar empiezo empieza empiezan empezamos comenzar acabar acabo acaba acaban acabado terminar termino termina terminado termine determinar
cambiar cambio cambia cambian cambiado cambiarme cambiarlo integrar alegrar
pagar pago pagas pagan pagado pagaba pagaron pague paguen propagar cobrar cobro cobra cobran cobrado cobraba cobrando recobrar sobra sobran sobrado sobrino sobrina
ganar gano gana ganan ganado ganamos ganaba
avisar aviso avisan avisado revisar revisan revisado improvisar supervisar quitar quitan quita quitado quitaron requisito requisitos visitar
dejar dejan deja dejado dejaron deje dejemos quejar
llevar llevo lleva llevan llevado llevaba llevaron elevar relevar
traer traigo trae traen traido trajo trajeron atraer extraer distraer
venir vengo viene vienen vino vinieron vendra venga vengan prevenir intervenir convenir
entrar entra entran entrado encontrar encuentro encuentra encontrado centrar concentrar
salir salgo sale salen salido salio saliera resalir
buscar busco busca buscan buscando rebuscar
esperar espero espera esperan esperando esperado desesperado recuperar superar operar cooperar
mirar miro mira miran mirado admirar
contar cuento cuenta cuentan contado contando descontar encontrar
contestar contesta contestan contestado protestar molestar prestar
escribir escribo escrito describir inscrito suscribir
abrir abro abre abren abierto cubrir descubrir
cerrar cierro cierra cierran cerrado encerrado cerro
romper rompe rompio roto rota corromper
caer caido cayo decaer recaer
firmar firmo firma firman firmado confirmar afirmar
llamar llamo llama llaman llamado llamaron llamada llamadas
quedar preguntar pregunto pregunta preguntan preguntado
sentir siento siente sienten sentido asiento consentir
saber sabes sabe saben sabia sabemos resabio
vivir vivo vive viven vivia vivimos vivido convivir sobrevivir revivir
correo correos correcto correcta corregir
resguardo guardar guardia guarderia
ordenador ordenadores ordenar coordinar
mensual mensualidad mensaje mensajes comenzar
ingresado ingresar ingresos ingreso regreso progreso congreso
mitad amistad voluntad libertad dificultad facultad
trece catorce quince veinte treinta
septiembre setiembre lunes martes miercoles jueves viernes sabado domingo
seguro segura seguros asegurar asegurado
ensenar enseno ensenan disenar desempenar
juntos junto juntas conjunto adjunto
pequeno pequena pequenos
nosotros vosotros ustedes ellos ellas nuestra nuestro nuestros vuestra
palabra palabras fabrica sistema sistemas contratos economica economico economicos economicas solucion soluciones detalle detalles pareja parejas organo mostrar demostrar camara camaras mantener fundamental documental alcalde formato
barcelona reducir reduccion unidos distinto distinta distintos explicar explicacion complicado parque costumbre zapatos acceder ciudadana estudiante estudiantes tarea tareas problema problemas convertido divertido engano engana enganado enganaron enganar
maquina maquinas respuesta propuesta numerosa numerosas peligrosa peligroso peligrosos descanso tomando comision aprovechar participantes acompanado paredes facebook traves grave graves candidato bolivia confianza entregar pensando trabajando episodio terror simple simplemente marco barco profundo alrededor entrevista organizar
alli aqui ahi alla aun aunque tampoco ademas incluso excepto salvo
`;

/** Countries, cities and their people, by how they begin: whoever names one may ask for anything. */
export const PLACES = `
colomb marruec marroq peru venez ecuad ecuat boliv argent chile mexic mejic cuba dominican hondur guatem nicarag panam paraguay uruguay brasil senegal gambia maliens nigeri ghan camerun guine pakist banglad china chino filipin rusia ruso turqu egipt argel tunez maurit dakar tailand japon canad londres america african asiatic latino
madrid barcelona valencia sevilla malaga murcia bilbao zaragoza frances
`;
