/**
 * Words of offices, and of everyday questions, that other words stand in, folded: a keyword that stands in one of them would
 * be heard there. What begins with the root of such a word is of its family, but for those with a `!`, whose root is a
 * matter of its own ("local" is not "localidad").
 */
export const WORDS_AROUND = `
infraccion infracciones transaccion satisfaccion redaccion contraccion refraccion
tribunal tribunales contribuir contribuyente atribuir distribuir distribucion retribucion
carnaval medieval naval avalancha
navegador navegadores navegar navidad
localidad! localidades! localizar! localizacion!
comprueba comprueban compruebo aprueba aprueban apruebe comprueben
destrozo destrozos destrozado
ordenador! ordenadores! ordenacion! ordenanza! ordenado! coordenada desorden
formacion! formaciones! formatos! formato! formula! formulario! formalizar! informacion transformar plataforma reforma uniforme conforme
anterior! anteriores! anteriormente anteproyecto antelacion! antecedente! antecedentes! anteponer gigante restante
vigoroso
contestar contestacion protestar
subasta subastas canasta gasta gastar
maternidad paternidad eternidad internado internar alternativa
cuenta descuenta encuesta acuesta respuesta apuesta
comprar comprobante comprometer compromiso
multiple multiplicar tumulto
ambulancia ambulatorio ambulante ambiente ambiental
autonomia autonomico automatico autobus autobuses autopista autovia autorizar autorizacion autor autores
cartera cartelera descartar
pensamiento pensar compensar compensacion dispensar suspension expensas
rentable parentesco
fracaso casualidad
minoria minoritario mayoria
gradual graduado agradecer agradable
presion expresion impresion impresora
salario salarial solidario
`;
