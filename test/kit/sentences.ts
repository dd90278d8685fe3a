/** Sentences of offices and of every day, written for the tests, over 60 characters each. */
const lines = (text: string): readonly string[] => text.trim().split("\n");

export const SENTENCES: Readonly<Record<"es" | "ca" | "eu" | "gl" | "en" | "pt", readonly string[]>> = {
  es: lines(`
Las solicitudes se presentarán preferentemente a través de la sede electrónica del organismo convocante.
El plazo para resolver y notificar la resolución es de tres meses desde la entrada de la solicitud en el registro.
Quien no disponga de certificado digital puede pedir cita previa y acudir a cualquiera de nuestras oficinas.
La cuantía de la ayuda depende del número de miembros de la unidad familiar y de sus ingresos anuales.
Mi abuela guardaba las cartas en una caja de galletas que escondía encima del armario.
Si llueve mañana, dejaremos la excursión para el próximo fin de semana y nos quedaremos en casa.
Se considera persona beneficiaria a toda aquella que cumpla los requisitos establecidos en la convocatoria.
Deberá aportar una fotocopia del documento de identidad y un justificante del pago de la tasa.
El silencio administrativo tendrá efectos desestimatorios una vez transcurrido el plazo señalado.
Los menores de edad necesitan la autorización firmada por el padre, la madre o el tutor legal.
Contra esta resolución, que agota la vía administrativa, cabe interponer recurso potestativo de reposición.
El tren salió con veinte minutos de retraso, pero llegamos a tiempo para ver el principio de la película.
Para renovar el carné hace falta un informe médico expedido por un centro autorizado.
Nunca había visto tanta gente en la plaza como la noche en que el equipo ganó la liga.
El ayuntamiento ha aprobado una nueva ordenanza que regula el uso de patinetes en las aceras.
Compra un kilo de tomates, media docena de huevos y una barra de pan antes de que cierren.
Las personas trabajadoras autónomas podrán acogerse a la tarifa reducida durante los primeros doce meses.
Este certificado acredita que usted figura inscrito en el padrón municipal de habitantes.
Cuando termines de leer el libro, devuélvelo a la biblioteca porque otra persona lo está esperando.
La prestación se abonará mensualmente mediante transferencia a la cuenta bancaria indicada.
Queda prohibido verter residuos en el cauce del río y en toda su zona de servidumbre.
Hace años que no llueve tanto en esta comarca, y los embalses por fin están llenos.
La persona interesada podrá desistir de su solicitud en cualquier momento del procedimiento.
No se admitirán las instancias que lleguen fuera de plazo ni las que carezcan de firma.
El hospital ha ampliado el horario de visitas para que las familias puedan acompañar a los pacientes.
Rellene todos los campos obligatorios, revise los datos y pulse el botón de enviar.
Mis vecinos del tercero están de obras y desde hace semanas no hay quien duerma la siesta.
Las becas cubren la matrícula, el transporte y, en su caso, la residencia fuera del domicilio familiar.
El importe no podrá superar el cincuenta por ciento del coste total de la actividad subvencionada.
Según los datos publicados ayer, el desempleo bajó en todas las comunidades salvo en dos.
Por favor, conserve el resguardo hasta que reciba la tarjeta definitiva en su domicilio.
El arrendador está obligado a devolver la fianza cuando finalice el contrato de alquiler.
Aunque estudió derecho, siempre quiso abrir una pequeña panadería en el barrio donde nació.
Las tasas pueden pagarse con tarjeta, por transferencia o en las entidades colaboradoras.
Las oficinas permanecerán cerradas los días veinticuatro y treinta y uno de diciembre.
La subvención se dirige a asociaciones sin ánimo de lucro que trabajen con personas mayores.
Me olvidé las llaves dentro del coche y tuve que llamar a un cerrajero a las tres de la madrugada.
Todo ciudadano extranjero que vaya a residir en España más de seis meses debe obtener una tarjeta.
La consulta médica puede hacerse por teléfono, pero las recetas se recogen en la farmacia.
El jurado valorará la originalidad de los trabajos y la calidad de su presentación.
Antes de firmar el contrato conviene leer con calma todas las cláusulas y preguntar las dudas.
Los perros deben ir atados y con bozal en los parques infantiles y en el transporte público.
El juzgado citó a los testigos para el martes, pero ninguno de ellos se presentó.
La ley reconoce el derecho a la asistencia jurídica gratuita a quienes carecen de recursos.
Hemos recibido su queja y le responderemos en un plazo máximo de quince días hábiles.
La niña dibujó una casa amarilla con un jardín lleno de flores y un perro enorme.
Están exentas del pago las familias numerosas y las personas con discapacidad reconocida.
El acceso al trámite requiere identificación mediante certificado electrónico o clave permanente.
Después de cenar salimos a pasear por el puerto y nos encontramos con unos viejos amigos.
La inscripción en el registro de parejas de hecho surtirá efectos desde la fecha de la resolución.
`),
  ca: lines(`
Les sol·licituds s'han de presentar preferentment a través de la seu electrònica de l'organisme.
El termini per resoldre i notificar és de tres mesos des de l'entrada de la sol·licitud al registre.
Qui no tingui certificat digital pot demanar cita prèvia i anar a qualsevol de les nostres oficines.
La quantia de l'ajut depèn del nombre de membres de la unitat familiar i dels ingressos anuals.
La meva àvia guardava les cartes en una capsa de galetes que amagava damunt de l'armari.
Si demà plou, deixarem l'excursió per al proper cap de setmana i ens quedarem a casa.
Es considera beneficiària tota persona que compleixi els requisits establerts en la convocatòria.
Cal aportar una fotocòpia del document d'identitat i un justificant del pagament de la taxa.
El silenci administratiu té efectes desestimatoris un cop transcorregut el termini assenyalat.
Els menors d'edat necessiten l'autorització signada pel pare, la mare o el tutor legal.
Contra aquesta resolució es pot interposar recurs de reposició en el termini d'un mes.
El tren va sortir amb vint minuts de retard, però vam arribar a temps de veure el començament.
Per renovar el carnet cal un informe mèdic expedit per un centre autoritzat.
No havia vist mai tanta gent a la plaça com la nit que l'equip va guanyar la lliga.
L'ajuntament ha aprovat una nova ordenança que regula l'ús de patinets a les voreres.
Compra un quilo de tomàquets, mitja dotzena d'ous i una barra de pa abans que tanquin.
Les persones treballadores autònomes es poden acollir a la tarifa reduïda durant el primer any.
Aquest certificat acredita que vostè consta inscrit en el padró municipal d'habitants.
Quan acabis de llegir el llibre, torna'l a la biblioteca perquè una altra persona l'espera.
La prestació s'abonarà cada mes mitjançant transferència al compte bancari indicat.
Queda prohibit abocar residus a la llera del riu i a tota la seva zona de servitud.
Feia anys que no plovia tant en aquesta comarca, i els embassaments per fi són plens.
La persona interessada pot desistir de la sol·licitud en qualsevol moment del procediment.
No s'admetran les instàncies que arribin fora de termini ni les que no vagin signades.
L'hospital ha ampliat l'horari de visites perquè les famílies puguin acompanyar els malalts.
Empleneu tots els camps obligatoris, reviseu les dades i premeu el botó d'enviar.
Els meus veïns del tercer fan obres i des de fa setmanes no hi ha qui dormi.
Les beques cobreixen la matrícula, el transport i, si escau, la residència fora del domicili.
L'import no pot superar el cinquanta per cent del cost total de l'activitat subvencionada.
Segons les dades publicades ahir, l'atur va baixar a totes les comarques llevat de dues.
Si us plau, conserveu el resguard fins que rebeu la targeta definitiva a casa vostra.
L'arrendador està obligat a tornar la fiança quan s'acabi el contracte de lloguer.
Tot i que va estudiar dret, sempre va voler obrir un petit forn al barri on havia nascut.
Les taxes es poden pagar amb targeta, per transferència o a les entitats col·laboradores.
Les oficines romandran tancades els dies vint-i-quatre i trenta-u de desembre.
La subvenció s'adreça a associacions sense ànim de lucre que treballin amb gent gran.
Em vaig deixar les claus dins del cotxe i vaig haver de trucar a un serraller de matinada.
Els infants empadronats al municipi tenen preferència en l'adjudicació de places d'escola bressol.
La consulta mèdica es pot fer per telèfon, però les receptes es recullen a la farmàcia.
El jurat valorarà l'originalitat dels treballs i la qualitat de la seva presentació.
Abans de signar el contracte convé llegir amb calma totes les clàusules i preguntar els dubtes.
Els gossos han d'anar lligats i amb morrió als parcs infantils i al transport públic.
El jutjat va citar els testimonis per dimarts, però cap d'ells no s'hi va presentar.
La llei reconeix el dret a l'assistència jurídica gratuïta a qui no té recursos.
Hem rebut la vostra queixa i us respondrem en un termini màxim de quinze dies hàbils.
La nena va dibuixar una casa groga amb un jardí ple de flors i un gos enorme.
Estan exemptes del pagament les famílies nombroses i les persones amb discapacitat reconeguda.
L'accés al tràmit requereix identificació amb certificat electrònic o amb clau permanent.
Havent sopat vam sortir a passejar pel port i ens vam trobar uns vells amics.
La inscripció en el registre de parelles estables té efectes des de la data de la resolució.
`),
  eu: lines(`
Eskabideak, ahal dela, erakunde deitzailearen egoitza elektronikoaren bidez aurkeztuko dira.
Ebazteko eta jakinarazteko epea hiru hilabetekoa da, eskabidea erregistroan sartzen denetik aurrera.
Ziurtagiri digitalik ez duenak aurretiko hitzordua eska dezake eta gure edozein bulegotara joan.
Laguntzaren zenbatekoa familia-unitateko kideen kopuruaren eta urteko diru-sarreren araberakoa da.
Nire amonak gutunak gaileta-kutxa batean gordetzen zituen, armairuaren gainean ezkutatuta.
Bihar euria egiten badu, txangoa hurrengo astebururako utziko dugu eta etxean geratuko gara.
Onuraduntzat joko da deialdian ezarritako baldintzak betetzen dituen pertsona oro.
Nortasun agiriaren fotokopia bat eta tasa ordaindu izanaren egiaztagiria aurkeztu behar dira.
Epea igarota ebazpenik jaso ez bada, eskaera ezetsitzat joko da administrazio-isiltasunagatik.
Adingabeek aitak, amak edo legezko tutoreak sinatutako baimena behar dute.
Ebazpen honen aurka berraztertzeko errekurtsoa jar daiteke hilabeteko epean.
Trena hogei minutuko atzerapenarekin irten zen, baina garaiz iritsi ginen filmaren hasiera ikusteko.
Gidabaimena berritzeko, baimendutako zentro batek emandako mediku-txostena behar da.
Ez nuen inoiz hainbeste jende ikusi plazan, taldeak liga irabazi zuen gauean bezala.
Udalak ordenantza berri bat onartu du, espaloietan patineteen erabilera arautzeko.
Erosi kilo bat tomate, sei arrautza eta ogi bat denda itxi baino lehen, mesedez.
Langile autonomoek tarifa murriztua eskatu ahal izango dute lehenengo hamabi hilabeteetan.
Ziurtagiri honek egiaztatzen du zu biztanleen udal erroldan inskribatuta zaudela.
Liburua irakurtzen amaitzen duzunean, itzuli liburutegira, beste norbait zain dago eta.
Prestazioa hilero ordainduko da, adierazitako banku-kontura egindako transferentzia bidez.
Debekatuta dago hondakinak ibaiaren ibilgura eta haren zortasun-eremura isurtzea.
Aspaldi ez zuen hainbeste euririk egiten eskualde honetan, eta urtegiak beteta daude azkenean.
Interesdunak edozein unetan egin dezake atzera bere eskaeran, prozedurak dirauen artean.
Ez dira onartuko epez kanpo iristen diren eskabideak, ezta sinatu gabe daudenak ere.
Ospitaleak bisita-ordutegia luzatu du, senideek gaixoei laguntzeko aukera izan dezaten.
Bete derrigorrezko eremu guztiak, berrikusi datuak eta sakatu bidaltzeko botoia.
Hirugarren solairuko bizilagunak obretan ari dira, eta aspaldi ez dago lo egiterik.
Bekek matrikula, garraioa eta, hala badagokio, etxetik kanpoko egoitza ordaintzen dituzte.
Zenbatekoa ezin izango da diruz lagundutako jardueraren kostu osoaren erdia baino handiagoa izan.
Atzo argitaratutako datuen arabera, langabezia jaitsi egin da eskualde guztietan, bitan izan ezik.
Mesedez, gorde ordezkagiria behin betiko txartela etxean jaso arte, eta ez galdu.
Etxejabeak fidantza itzuli behar du alokairu-kontratua amaitzen denean, kalterik ez badago.
Zuzenbidea ikasi bazuen ere, beti nahi izan zuen okindegi txiki bat ireki jaioterriko auzoan.
Tasak txartelez, transferentziaz edo erakunde laguntzaileetan ordain daitezke.
Bulegoak itxita egongo dira abenduaren hogeita lauan eta hogeita hamaikan.
Diru-laguntza adinekoekin lan egiten duten irabazi-asmorik gabeko elkarteentzat da.
Giltzak autoaren barruan ahaztu nituen, eta goizaldeko hiruretan sarrailagile bati deitu behar izan nion.
Sei hilabete baino gehiagoz bertan bizi behar duten atzerritarrek txartela eskuratu behar dute.
Medikuaren kontsulta telefonoz egin daiteke, baina errezetak farmazian jaso behar dira.
Epaimahaiak lanen originaltasuna eta aurkezpenaren kalitatea hartuko ditu kontuan.
Kontratua sinatu aurretik, komeni da klausula guztiak lasai irakurtzea eta zalantzak galdetzea.
Txakurrek lotuta eta muturrekoarekin joan behar dute haur-parkeetan eta garraio publikoan.
Epaitegiak lekukoak deitu zituen astearterako, baina haietako inor ez zen agertu.
Legeak doako laguntza juridikorako eskubidea aitortzen die baliabiderik ez dutenei.
Zure kexa jaso dugu, eta gehienez ere hamabost egun balioduneko epean erantzungo dizugu.
Neskatoak etxe hori bat marraztu zuen, lorez betetako lorategi batekin eta txakur handi batekin.
Familia ugariek eta desgaitasuna aitortuta duten pertsonek ez dute tasarik ordaindu behar.
Izapidea egiteko, ziurtagiri elektronikoarekin edo gako iraunkorrarekin identifikatu behar da.
Afaldu ondoren portuan paseatzera irten ginen, eta lagun zahar batzuk aurkitu genituen.
Izatezko bikoteen erregistroan inskribatzeak ebazpenaren egunetik aurrera izango ditu ondorioak.
`),
  gl: lines(`
As solicitudes presentaranse preferentemente a través da sede electrónica do organismo convocante.
O prazo para resolver e notificar é de tres meses desde a entrada da solicitude no rexistro.
Quen non dispoña de certificado dixital pode pedir cita previa e acudir a calquera das nosas oficinas.
A contía da axuda depende do número de membros da unidade familiar e dos seus ingresos anuais.
A miña avoa gardaba as cartas nunha caixa de galletas que agochaba enriba do armario.
Se mañá chove, deixaremos a excursión para a próxima fin de semana e quedaremos na casa.
Considérase beneficiaria toda persoa que cumpra os requisitos establecidos na convocatoria.
Deberá achegar unha fotocopia do documento de identidade e un xustificante do pagamento da taxa.
O silencio administrativo terá efectos desestimatorios unha vez transcorrido o prazo sinalado.
Os menores de idade precisan a autorización asinada polo pai, pola nai ou polo titor legal.
Contra esta resolución cabe interpoñer recurso de reposición no prazo dun mes.
O tren saíu con vinte minutos de atraso, pero chegamos a tempo de ver o principio da película.
Para renovar o carné cómpre un informe médico expedido por un centro autorizado.
Nunca vira tanta xente na praza coma a noite en que o equipo gañou a liga.
O concello aprobou unha nova ordenanza que regula o uso de patinetes nas beirarrúas.
Merca un quilo de tomates, media ducia de ovos e unha barra de pan antes de que pechen.
As persoas traballadoras autónomas poderán acollerse á tarifa reducida durante os primeiros meses.
Este certificado acredita que vostede figura inscrito no padrón municipal de habitantes.
Cando remates de ler o libro, devólveo á biblioteca porque outra persoa o está agardando.
A prestación aboarase mensualmente mediante transferencia á conta bancaria indicada.
Queda prohibido verter residuos na canle do río e en toda a súa zona de servidume.
Hai anos que non chovía tanto nesta comarca, e os encoros por fin están cheos.
A persoa interesada poderá desistir da súa solicitude en calquera momento do procedemento.
Non se admitirán as instancias que cheguen fóra de prazo nin as que non vaian asinadas.
O hospital ampliou o horario de visitas para que as familias poidan acompañar os doentes.
Cubra todos os campos obrigatorios, revise os datos e prema o botón de enviar.
Os meus veciños do terceiro están de obras e hai semanas que non hai quen durma.
As bolsas cobren a matrícula, o transporte e, se é o caso, a residencia fóra do domicilio familiar.
O importe non poderá superar o cincuenta por cento do custo total da actividade subvencionada.
Segundo os datos publicados onte, o paro baixou en todas as provincias agás en dúas.
Por favor, conserve o resgardo ata que reciba a tarxeta definitiva no seu enderezo.
O arrendador está obrigado a devolver a fianza cando remate o contrato de alugueiro.
Aínda que estudou dereito, sempre quixo abrir unha pequena panadería no barrio onde naceu.
As taxas pódense pagar con tarxeta, por transferencia ou nas entidades colaboradoras.
As oficinas permanecerán pechadas os días vinte e catro e trinta e un de decembro.
A subvención diríxese a asociacións sen ánimo de lucro que traballen con persoas maiores.
Esquecín as chaves dentro do coche e tiven que chamar un ferralleiro ás tres da madrugada.
Os nenos empadroados no municipio teñen preferencia na adxudicación de prazas de escola infantil.
A consulta médica pódese facer por teléfono, pero as receitas recóllense na farmacia.
O xurado valorará a orixinalidade dos traballos e a calidade da súa presentación.
Antes de asinar o contrato convén ler con calma todas as cláusulas e preguntar as dúbidas.
Os cans deben ir atados e con bozo nos parques infantís e no transporte público.
O xulgado citou as testemuñas para o martes, pero ningunha delas se presentou.
A lei recoñece o dereito á asistencia xurídica gratuíta a quen carece de recursos.
Recibimos a súa queixa e responderémoslle nun prazo máximo de quince días hábiles.
A nena debuxou unha casa amarela cun xardín cheo de flores e un can enorme.
Están exentas do pagamento as familias numerosas e as persoas con discapacidade recoñecida.
O acceso ao trámite require identificación mediante certificado electrónico ou chave permanente.
Despois de cear saímos pasear polo porto e atopamos uns vellos amigos da escola.
A inscrición no rexistro de parellas de feito terá efectos desde a data da resolución.
`),
  en: lines(`
Applications should preferably be submitted through the electronic office of the awarding body.
The time limit for a decision is three months from the date on which the application is registered.
If you do not have a digital certificate, you can book an appointment and visit any of our offices.
The amount of the grant depends on the size of the household and on its annual income.
My grandmother kept the letters in a biscuit tin that she hid on top of the wardrobe.
If it rains tomorrow, we will put off the trip until next weekend and stay at home.
Any person who meets the conditions set out in the call is considered a beneficiary.
You must provide a photocopy of your identity document and proof that the fee has been paid.
If no answer is received within this period, the request is understood to have been refused.
Children under eighteen need an authorisation signed by a parent or a legal guardian.
An appeal against this decision may be lodged within one month of its notification.
The train left twenty minutes late, but we arrived in time to see the beginning of the film.
To renew your driving licence you need a medical report issued by an authorised centre.
I had never seen so many people in the square as on the night the team won the league.
The council has approved a new by-law that regulates the use of scooters on pavements.
Buy a kilo of tomatoes, half a dozen eggs and a loaf of bread before they close.
Self-employed workers may benefit from the reduced rate during their first twelve months.
This certificate proves that you are entered in the municipal register of inhabitants.
When you finish reading the book, take it back to the library because someone is waiting for it.
The benefit will be paid every month by bank transfer to the account that you have given.
It is forbidden to dump waste into the river bed or anywhere along its banks.
It has not rained this much in the region for years, and the reservoirs are full at last.
The person concerned may withdraw the application at any stage of the procedure.
Forms that arrive after the closing date or that have not been signed will be rejected.
The hospital has extended its visiting hours so that families can stay with the patients.
Fill in all the required fields, check your details and press the send button.
My neighbours on the third floor are having building work done, and nobody gets any sleep.
The scholarships cover tuition, transport and, where necessary, accommodation away from home.
The amount may not exceed fifty per cent of the total cost of the subsidised activity.
According to figures published yesterday, unemployment fell in every region except two.
Please keep the receipt until the final card has been delivered to your address.
The landlord is obliged to return the deposit when the rental contract comes to an end.
Although he studied law, he always wanted to open a small bakery where he was born.
Fees can be paid by card, by bank transfer or at any of the participating banks.
The offices will be closed on the twenty-fourth and the thirty-first of December.
The grant is aimed at non-profit associations that work with older people.
I left my keys inside the car and had to call a locksmith at three in the morning.
Foreign citizens who are going to live in Spain for more than six months must obtain a card.
You can speak to the doctor by telephone, but prescriptions are collected at the pharmacy.
The jury will judge how original each piece of work is and how well it is presented.
Before signing the contract you should read every clause carefully and ask about any doubts.
Dogs must be kept on a lead and wear a muzzle in playgrounds and on public transport.
The court summoned the witnesses for Tuesday, but none of them turned up.
The law grants free legal aid to those who can show that they lack sufficient means.
We have received your complaint and will reply within fifteen working days at the latest.
The little girl drew a yellow house with a garden full of flowers and an enormous dog.
Large families and people with a recognised disability do not have to pay.
Access to the procedure requires an electronic certificate or a permanent password.
After dinner we went for a walk around the harbour and ran into some old friends.
Registration as an unmarried couple takes effect on the date of the decision.
`),
  pt: lines(`
Os pedidos devem ser apresentados de preferência através do portal eletrónico do organismo.
O prazo para decidir e notificar é de três meses a contar da entrada do pedido no registo.
Quem não tiver certificado digital pode marcar atendimento e dirigir-se a qualquer balcão.
O montante do apoio depende do número de membros do agregado familiar e do rendimento anual.
A minha avó guardava as cartas numa caixa de bolachas que escondia em cima do armário.
Se amanhã chover, deixamos o passeio para o próximo fim de semana e ficamos em casa.
Considera-se beneficiária toda a pessoa que cumpra os requisitos fixados no regulamento.
Deve entregar uma fotocópia do documento de identificação e o comprovativo do pagamento da taxa.
O silêncio da administração equivale a indeferimento depois de decorrido o prazo legal.
Os menores de idade precisam de uma autorização assinada pelo pai, pela mãe ou pelo tutor.
Desta decisão cabe recurso hierárquico no prazo de um mês a contar da notificação.
O comboio saiu com vinte minutos de atraso, mas chegámos a tempo de ver o início do filme.
Para renovar a carta de condução é preciso um atestado médico passado por um centro autorizado.
Nunca tinha visto tanta gente na praça como na noite em que a equipa ganhou o campeonato.
A câmara municipal aprovou um novo regulamento sobre o uso de trotinetes nos passeios.
Compra um quilo de tomates, meia dúzia de ovos e um pão antes que fechem a loja.
Os trabalhadores independentes podem beneficiar da taxa reduzida durante os primeiros doze meses.
Esta certidão comprova que o senhor está inscrito no registo de moradores do município.
Quando acabares de ler o livro, devolve-o à biblioteca porque há outra pessoa à espera.
A prestação será paga todos os meses por transferência para a conta bancária indicada.
É proibido lançar resíduos no leito do rio e em toda a sua zona de proteção.
Há anos que não chovia tanto nesta região, e as barragens estão finalmente cheias.
O interessado pode desistir do pedido em qualquer momento do procedimento.
Não serão aceites os requerimentos que cheguem fora do prazo nem os que não estejam assinados.
O hospital alargou o horário das visitas para que as famílias possam acompanhar os doentes.
Preencha todos os campos obrigatórios, confirme os seus dados e carregue no botão de enviar.
Os meus vizinhos do terceiro andar estão em obras e há semanas que ninguém consegue dormir.
As bolsas cobrem a propina, o transporte e, se for caso disso, o alojamento fora de casa.
O valor não pode ultrapassar cinquenta por cento do custo total da atividade apoiada.
Segundo os dados publicados ontem, o desemprego desceu em todas as regiões, exceto em duas.
Por favor, guarde o talão até receber o cartão definitivo na sua morada.
O senhorio é obrigado a devolver a caução quando terminar o contrato de arrendamento.
Embora tenha estudado direito, sempre quis abrir uma pequena padaria no bairro onde nasceu.
As taxas podem ser pagas com cartão, por transferência ou nas entidades aderentes.
Os serviços estarão encerrados nos dias vinte e quatro e trinta e um de dezembro.
O subsídio destina-se a associações sem fins lucrativos que trabalhem com idosos.
Deixei as chaves dentro do carro e tive de chamar um serralheiro às três da manhã.
Os cidadãos estrangeiros que vão viver no país mais de seis meses devem obter um título.
A consulta médica pode ser feita por telefone, mas as receitas são levantadas na farmácia.
O júri vai avaliar a originalidade dos trabalhos e a qualidade da sua apresentação.
Antes de assinar o contrato convém ler com calma todas as cláusulas e tirar as dúvidas.
Os cães devem andar à trela e com açaime nos parques infantis e nos transportes públicos.
O tribunal convocou as testemunhas para terça-feira, mas nenhuma delas compareceu.
A lei reconhece o direito ao apoio judiciário gratuito a quem não tem meios económicos.
Recebemos a sua reclamação e vamos responder no prazo máximo de quinze dias úteis.
A menina desenhou uma casa amarela com um jardim cheio de flores e um cão enorme.
Estão isentas do pagamento as famílias numerosas e as pessoas com deficiência reconhecida.
O acesso ao serviço exige identificação com certificado eletrónico ou chave permanente.
Depois do jantar fomos passear pelo porto e encontrámos uns velhos amigos da escola.
O registo da união de facto produz efeitos a partir da data da decisão.
`),
};
