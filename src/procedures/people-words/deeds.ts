/** What a name says is done (enter, pay, renew, replace, certify), and how people say it: it tells apart procedures of one matter. */
export const DEEDS = `
inscripcion|inscripcio|inscricion|inskripzio|registro de|matricula|admision => apunt|inscrib|registrar|registrad|registro a|registrarl|sin registrar
prestacion|pension|subsidio|ayuda|ayudas|ajut|axuda|subvencion|bono|beca|renta|ingreso minimo|minimo vital|salario social => cobrar|cobro
renovacion|prorroga|renovacio => renovar|renuev|caduca|venc|berritu|renovo
duplicado|perdida|sustraccion|extravio|deterioro|duplicat => he perdido|perdi el|perdi la|han robado|me robaron|se me ha roto|extravi|duplicad
certificado|certificacion|informe|volante|certificat|ziurtagiri => un papel|papel que|papel de|papel con|justificante|demostrar|que diga
recurso|recursos|alegaciones|reclamacion|impugnacion => recurrir|reclamar|no estoy de acuerdo|protestar
bonificacion|bonificaciones|exencion|reduccion de la cuota => rebaja|descuento|pagar menos|no pagar
`;
