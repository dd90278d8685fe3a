/** Words that say nothing of one procedure among others, and words that a keyword must not hide in (P27). */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Of names: kept inside phrases, never alone. Folded. */
export const GENERIC_WORDS = words(`
de del la el los las un una unos unas y e o u a al en por para con sin sobre ante entre segun que se su sus lo como cuando donde quien mas menos muy no si es son ser estar haber tener hacer puede pueden debe deben
i els les dels pel pels amb per d l als una uns unes que es son ser en al des sobre
da do das dos no na nos nas ao aos e ou un unha unhas por con sen
eta edo bat da dira dute duen duten izateko egiteko arabera bidez
solicitud solicitudes solicitar tramite tramites tramitacion procedimiento procedimientos gestion gestiones alta baja inscripcion expedicion obtencion renovacion concesion reconocimiento emision modificacion presentacion comunicacion declaracion informe
certificado certificados certificacion certificat titulo titulos licencia licencias autorizacion autorizaciones permiso permisos tarjeta tarjetas targeta tarxeta registro documento documentos documentacion carne
ayuda ayudas subvencion subvenciones prestacion prestaciones pension pensiones bono programa programas plan planes servicio servicios convocatoria recurso recursos ajut ajuts subvencions axuda axudas laguntza laguntzak diru
persona personas ciudadano ciudadana ciudadanos ciudadania interesado interesados titular titulares solicitante solicitantes beneficiario beneficiarios mayores menores persones persoas pertsonak hijos hijo familiares joven jovenes mujeres hombres
publico publica publicos publicas municipal municipales nacional estatal autonomico autonomica local general ordinario ordinaria especial individual social sociales economico economica espanol espanola espana civil oficial directa nuevo nueva habitual
ayuntamiento ajuntament concello udala ministerio consejeria conselleria comunidad junta gobierno generalitat departamento direccion oficina instituto agencia delegacion administracion sede electronica portal seguridad
sollicitud tramit tramits procediment inscripcio expedicio renovacio reconeixement llicencia llicencies autoritzacio servei serveis registre documents
solicitude solicitudes tramite procedemento inscricion expedicion recoñecemento licenza licenzas autorizacion servizo servizos rexistro
eskaera eskabidea izapidea prozedura inskripzioa erregistroa zerbitzua zerbitzuak baimena lizentzia ziurtagiria aitortzea txartela titulua
ano anos ejercicio curso mes meses dia dias primera primero segunda segundo fin tipo otro otros otra otras parte caso forma derecho grado nivel acceso uso medio via informacion situacion condicion efecto cambio cambios
`);

/** Common words, folded: a keyword of one word that stands in one of them, and does not begin it, would hit it. */
export const COMMON_WORDS = words(`
permiso permisos presidencia presidente ayudante ayudantes tiempo tiene tienen tienes tienda tierra nieto nieta niega niego nieve significa significado prohibido recibir recibo recibido privada privado privados llevado elevado levado salvado observado llevar nevado motivado activado abonado carbono abonar treinta cuarenta ochenta cincuenta sesenta cuarentena
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
`);
