/** A form with the ways in which offices say that a field is required. */
export const SAMPLE_FORM = `<h1>Solicitud de prestación por desempleo</h1>
<p>Los campos marcados con * son obligatorios.</p>
<form method="post" action="/privado/enviar">
<fieldset><legend>Datos personales</legend>
<p><label for="nombre">Nombre y apellidos *</label> <input id="nombre" name="nombre" type="text" maxlength="80"></p>
<p><label for="documento">DNI o NIE</label> <input id="documento" name="documento" type="text" required pattern="[0-9XYZ][0-9]{7}[A-Z]"></p>
<p><label for="nacimiento">Fecha de nacimiento (obligatorio)</label> <input id="nacimiento" name="nacimiento" type="date"></p>
<p><label>Correo electrónico <input name="correo" type="email" class="campo obligatorio"></label></p>
</fieldset>
<fieldset><legend>Situación laboral</legend>
<p><label for="causa">Causa del cese</label> <select id="causa" name="causa" aria-required="true"><option value="">Elija una</option><option value="fin">Fin de contrato</option><option value="despido">Despido</option><option value="ere">Despido colectivo</option></select></p>
<p>¿Tiene hijos a cargo? <label><input type="radio" name="hijos" value="si"> Sí</label> <label><input type="radio" name="hijos" value="no" checked> No</label></p>
<p><label><input type="checkbox" name="consulta" value="1"> Autorizo la consulta de mis datos</label></p>
<p><label for="observaciones">Observaciones</label> <textarea id="observaciones" name="observaciones" rows="4"></textarea></p>
<input type="hidden" name="csrf" value="no-guardar-este-valor">
</fieldset>
<button type="submit">Enviar</button>
</form>`;
