/** Words that people say whatever they ask for, folded: said of a procedure, they count once and never louder. */
export const EVERYDAY = `
casa piso vivienda hogar domicilio puerta pared calle ciudad pueblo barrio zona campo finca terreno edificio bloque local
hijo hija padre madre marido mujer esposa familia niño niña bebe abuelo abuela hermano hermana tio tia vecino amigo novio novia pareja padres suegra nieto persona gente joven mayor menor anciano adulto
coche vehiculo
trabajo trabajar trabajador empleo empleado empresa negocio tienda jefe contrato sueldo oficio profesion profesional actividad laboral
dinero euros pagar cobrar gastar gasto precio coste barato caro factura recibo cuota impuesto tasa cuenta deuda descuento gratis renta ingresos hacienda
comprar compra vender venta vivir morir nacer comer viajar viaje llevar traer cambiar cambio quitar poner sacar perder romper hacer montar abrir cerrar empezar acabar terminar conseguir usar utilizar buscar encontrar llamar escribir firmar mandar enviar recibir entrar salir subir bajar ayudar cuidar aprender registrar apuntar inscribir organizar celebrar proteger instalar prestar devolver reclamar denunciar renovar caducar duplicado recoger avisar pedir tramitar solicitar presentar consultar necesitar
medico enfermo enfermedad salud hospital tratamiento enfermera sanitario sanidad cuerpo vida muerte
estudiar estudio estudios estudiante escuela curso clase examen nota titulo formacion alumno
pais extranjero español papeles papel documento carnet carne tarjeta certificado permiso licencia firma foto numero codigo nombre fecha
telefono movil internet ordenador comida ropa planta
policia ley
ayuntamiento gobierno estado oficina cita plazo lista sitio centro plaza sala grupo club socio
mes semana dia año noche verano tarde hora tiempo domingo
productos producto materiales equipo medios uso proyecto programa servicio seguro responsable propietario dueño titular
vacaciones mercado comercio transporte
nuevo viejo pequeño grande bueno malo solo sola
perdida perdido perdi robado robaron sustraccion extravio
presentar presenta corresponde corresponder cinco legal ciento mantener piden pide capacidad
cobro cobra cobran cobrado pago pagan pagado cuido cuida cuidan demostrar justificante protestar
fabrica tierra jornada horas turno banco cartera universidad
rumano rumana italiano italiana aleman alemana frances francesa portugues portuguesa bulgaro polaco ingles inglesa irlandes holandes belga griego europeo europa ucraniano ucrania siria
encuentro encuentra encuentran pierdo pierde pierden empiezo empieza empiezan cierro cierra cierran vuelvo vuelve vuelva vuelven devuelve devuelven devuelvan cuesta cuestan
cotizado cotizacion empadronado matriculado inscrito acreditado antecedentes ingreso umbral convivencia residir
`;

/** Of whom people speak, whatever they ask for: their children need everything. */
export const KIN = `
hijo hija hij hijos hijas niño niña niños niñas padre madre padres madres marido mujer esposa esposo hermano hermana hermanos abuelo abuela abuel suegra suegro suegr nieto nieta herman vecin vecino vecina vecinos amig amigo amiga amigos famil familia nin marid espos sobrin cuñad primo prima tio tia
`;

/** What people speak of whatever they ask for, folded: by itself, or with no more than "mi" or "el", it tells next to nothing. */
export const TELLS_NOTHING = `
pension pensio pensiones empresa empres numero numer nombre pais permiso permisos
ordenador ordenad telefono movil correo tarda tardan tard cuesta cuestan plazo mes dia año se no ya yo ella te les
cambiar recurr presente devolverlo papel online onlin asignado asignada

buena reconoce aprobar prime primer devolv devuel devuelv negado empezar ceden volunt derecho regul regula quitado falta faltan numeros depen llegad consig cobran arregl antes llego tarjeta meses perdid venci contrata regist registr seguridad mujer muj nuevo nueva irme pierde pierd pierdo mar cuenta per orden euro euros solo sola vivo vive conoc recono correspond gran igual alla quince porcent mitad casa pagan acab acabo caso
requisito requisitos requisit requisi legalmente legalment legalmen ayudas solicitud solicitudes plazos informacion dinero diner
mi mis su sus tu tus el la los las un una unos unas lo le nos me de del con a al para por en que es y o
`;
