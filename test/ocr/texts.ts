/** What is printed and scanned, in the languages that are read. Lines that begin with "# " are headings. */
export const SPANISH = `# Ayudas para el alquiler de vivienda habitual

Podrán solicitar la ayuda las personas físicas mayores de edad que sean titulares de
un contrato de arrendamiento y cuyos ingresos anuales no superen 22.558,77 euros. El
plazo de presentación será de quince días hábiles, contados desde el día siguiente al
de la publicación de la convocatoria en el Boletín Oficial de la Provincia.

# Documentación necesaria

1. Solicitud según el modelo del anexo I, debidamente cumplimentada y firmada.
2. Fotocopia del documento de identidad en vigor y certificado de empadronamiento.
3. Contrato de alquiler y justificante del pago de los tres últimos recibos.

La resolución se notificará en el plazo máximo de tres meses. Transcurrido dicho plazo
sin resolución expresa, la solicitud se entenderá desestimada por silencio. Contra la
resolución podrá interponerse recurso de reposición ante el mismo órgano.`;

export const CATALAN = `# Ajuts per al lloguer de l'habitatge habitual

Poden sol·licitar l'ajut les persones físiques més grans d'edat que siguin titulars d'un
contracte d'arrendament i que visquin a Catalunya des de fa més d'un any. El termini de
presentació és de quinze dies hàbils a comptar de l'endemà de la publicació de la
convocatòria. Cal adjuntar-hi el certificat d'empadronament i la declaració dels
ingressos de tots els membres de la unitat de convivència. Les persones beneficiàries
rebran l'import mensualment mitjançant transferència bancària.`;

export const GALICIAN = `# Axudas para o alugueiro da vivenda habitual

Poderán solicitar a axuda as persoas físicas maiores de idade que sexan titulares dun
contrato de arrendamento e que leven máis dun ano vivindo no concello. O prazo de
presentación será de quince días hábiles, contados desde o día seguinte ao da
publicación da convocatoria no Diario Oficial de Galicia. Tamén haberá que achegar o
certificado de empadroamento e a declaración dos ingresos de todas as persoas que
convivan no mesmo domicilio. A resolución notificarase no prazo máximo de tres meses.`;

export const BASQUE = `# Ohiko etxebizitza alokatzeko laguntzak

Laguntza eskatu ahal izango dute adinez nagusiak diren pertsona fisikoek, baldin eta
errentamendu-kontratu baten titularrak badira eta urtebete baino gehiago badaramate
udalerrian bizitzen. Eskabideak aurkezteko epea hamabost egun baliodunekoa izango da,
deialdia argitaratzen den egunaren biharamunetik aurrera. Errolda-ziurtagiria eta
etxekide guztien diru-sarreren aitorpena ere aurkeztu beharko dira.`;

export const ENGLISH = `# Help with the rent of a first home

Anyone of full age who holds a tenancy agreement and has lived in the town for more
than a year can apply. Applications must be handed in within fifteen working days of
the day on which this call was published. A certificate of residence and a statement
of the income of everyone in the household have to be enclosed. The decision will be
made known within three months at the latest, and an appeal can be lodged against it.`;
