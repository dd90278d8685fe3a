/** Rows that name the columns of a table and say nothing themselves: "Concepto", "Importe". */
import { foldForMatching } from "../finders/procedure-markers.ts";

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What the values of a column are called; folded. */
const COLUMNS: ReadonlySet<string> = new Set(
  words(`
importe importes precio precios tarifa tarifas tasa tasas cuota cuotas coste cuantia cuantias euros eur valor total porcentaje bonificacion reduccion plazo plazos fecha fechas duracion vigencia documento documentos documentacion descripcion detalle detalles observaciones requisito requisitos formato forma enlace descarga horario direccion telefono puntuacion puntos
import imports preu preus quota quotes taxa taxes quantitat quantia percentatge termini terminis data dates durada document documents documentacio descripcio detall observacions format forma enllac horari adreca telefon punts
prezo prezos cota cotas custo contia porcentaxe prazo prazos datas descricion observacions ligazon enderezo
zenbatekoa prezioa prezioak tasak kuota kuotak ehunekoa epea epeak dokumentua dokumentuak dokumentazioa azalpena deskribapena oharrak ordutegia helbidea telefonoa
`),
);
/** What they are the values of. */
const ROWS: ReadonlySet<string> = new Set(
  words(`
concepto conceptos tipo tipos modalidad modalidades clase categoria tramo tramos supuesto supuestos caso casos servicio servicios tramite tramites actuacion actividad objeto tarifa epigrafe codigo n num numero nombre denominacion documento documentos colectivo grupo edad edades renta periodo fase convocatoria oficina centro lugar municipio provincia situacion unidad hecho
concepte conceptes tipus modalitat modalitats classe tram suposit suposits cas casos servei serveis tramit tramits activitat nom denominacio document documents collectiu grup edat renda periode fase convocatoria oficina centre lloc municipi situacio
concepto modalidade categoria suposto servizo denominacion colectivo idade
kontzeptua mota motak modalitatea kategoria kasua zerbitzua izapidea izena dokumentua taldea adina errenta aldia deialdia bulegoa zentroa lekua
`),
);
/** What may follow such a name and leave it one: "Importe en euros", "Fecha de inicio". */
const BESIDE: ReadonlySet<string> = new Set(
  words(
    "de del d da do en a al la el los las per por y i e eta o u euros eur € inicio fin maximo aplicable necesario necesaria requerido requerida tramite ordinaria publico public publica",
  ),
);
const MAX_WORDS = 4;

/** Of two cells the first names what the rows are, the second what is said of them; with more, all are such names. */
export function areColumnNames(cells: readonly string[]): boolean {
  const [first = "", ...rest] = cells;
  return rest.length > 0 && isNamed(first, ROWS, false) && rest.every((cell) => isNamed(cell, COLUMNS, true));
}

/** `isBare`: "Importe en euros" is a name, "Importe gratuito" is said of something. */
function isNamed(cell: string, names: ReadonlySet<string>, isBare: boolean): boolean {
  if (cell.length > 60 || /:\s*$/.test(cell)) return false;
  const said = foldForMatching(cell).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isName = (word: string, at: number) => names.has(word) || (at > 0 && (!isBare || BESIDE.has(word)));
  return said.length > 0 && said.length <= MAX_WORDS && said.every(isName) && !/\d/.test(cell);
}
