import { formsOfName, plainName } from '#contract/name-forms.ts';

const split = (words: string): string[] => words.trim().split(/\s+/);

/** First names of both languages, plain: what follows one is a family name. */
const FIRST_NAMES = split(`
  adam adrian agata agnieszka alan albert aleksander aleksandra alicja alina amelia andrzej aneta angelika ania anna antoni
  arkadiusz artur asia barbara bartek bartosz basia beata bogdan bogumil boguslaw bozena cecylia celina czeslaw damian daniel
  danuta daria dariusz dawid diana dominik dominika dorota edward edyta eliza elzbieta emil emilia ewa ewelina fabian feliks
  filip franciszek gabriela genowefa grazyna grzegorz halina hanna helena henryk hubert ignacy igor ilona irena ireneusz iwona
  iza izabela jacek jadwiga jagoda jakub jan janina janusz jaroslaw jerzy joanna jolanta jozef julia julian justyna kacper
  kamil kamila karol karolina kasia katarzyna kazimierz kinga klaudia konrad krystian krystyna krzysztof lech leon leszek
  lidia lucyna ludwik lukasz maciej magda magdalena maja malgorzata marcel marcin marek maria marian mariola mariusz marta
  martyna marzena mateusz michal mieczyslaw mikolaj milena miroslaw monika natalia nikola nina norbert ola olga oliwia oskar
  patrycja patryk pawel paulina piotr przemek przemyslaw radek radoslaw rafal renata robert roman ryszard sabina sandra
  sebastian slawomir stanislaw stefan stefania sylwester sylwia szymon tadeusz tamara teresa tomasz tymon urszula wanda
  weronika wieslaw wiktor wiktoria wioletta witold wladyslaw wojciech wojtek zbigniew zdzislaw zenon zofia zosia zuzanna
  zygmunt kuba tomek bartlomiej ala hania krzysiek gosia aisha alan alex alexander alice amanda amy andrea andrew angela
  anne anthony arthur ashley barbara benjamin beth betty brian bruce carl caroline catherine charles charlotte chloe chris
  christina christopher claire colin craig cynthia daisy daniel david deborah dennis diana donald donna dorothy doris douglas
  dylan edward elaine eleanor elizabeth ellen emily emma eric ethan evelyn fiona frances gary gemma george gerald gillian
  gordon graham gregory hannah harold harriet harry heather helen henry howard hugh ian isabel isabella jacob james jamie jane
  janet jason jeffrey jennifer jeremy jessica joan joe john jonathan jordan joseph joshua joyce judith julie karen kate
  katherine keith kelly kenneth kevin kimberly kyle laura lauren lawrence leslie liam linda lisa louis louise lucas lucy luke
  margaret maria marie martin martha mary matthew megan melissa michael michelle miriam nancy natalie nathan neil nicholas
  nicola nicole nigel noah oliver olivia oscar pamela patricia patrick paul paula peter philip phoebe rachel ralph raymond
  rebecca richard robert roger ronald rosemary rose roy russell ruth ryan samantha samuel sandra sarah scott sean sharon
  sheila simon sophia sophie stacey stephanie stephen steven stuart susan suzanne tariq teresa terry theodore thomas timothy
  tina tracy trevor vanessa veronica vincent violet wayne wendy william zoe`);

/** Words of work, of weather and of months that are names as well: in small letters nobody can tell. Plain. */
const WORDS_TOO = new Set(
  split(`
  art basil baker banks barber bell bill bishop black blake bolt brook brown bush butcher butler carpenter carver chase church
  clerk cliff cook cooper crystal dale day dean drew fisher field fielding fish fletcher ford forest forester fox frank frost
  gale gardener gates glass grace grant gray grey green guy hall hardy hill holly hope house hunter iris ivy jack jay jewel
  joiner joy judge king knight lake lamb lane lily long lock major mark marsh martin mason max may miles mill miller mills
  park parker pat pearl penny page painter pond pool pope porter potter price ray reed rich rob robin rose ruby ryder sandy
  sharp short singer smith snow south spring star stone storm strong sue summer swan sweet tailor taylor temple thatcher
  turner victor walker wall ward waters weaver webb wells west wheeler white will winter wise wolf wood woods young allen fields bridges rivers gold horn hook oak pike sands silver thorn vine wade walls wheat april june
  august baran bednarz biskup bocian boruta brzoza burza bysko chleb ciesla czapla dab drozd duda dudek dyrda gil glowa golab
  groch grzyb jablko jelen jesien kania kapusta karp kawa kawka klima klimek kogut kolano kolodziej komar kos kosa kot kowal
  kowalik koziol krawiec krol kruk krupa kucharz kwiat kwiatek kwiecien las lato lin lis listwan los maj mak maka malarz
  marzec mazur mlot mlotek mlynarz mozdzierz mroz mucha murarz niedziela noga ogorek ogrodnik okon osa oset pajak piatek piec
  piekarz pietruszka pioro plewa pszczola rak rosa ryba rybak rzepa sala sikora skora skowron slowik sobota socha sosna sowa
  sroda sroka stolarz szewc szczypka szpak swierk szczepan wasik wiatr wilk wojt wolny wrobel wrona zaba zajac zawada zima
  zieba zuk zawodny dlugi gorny krotki maly mala wysoki nowy gruby bialy biala bialas czarny czarna lewy siwy lysy rudy
  cichy dobry dobra glowka golas lipa debski kubek kubica kubiak maslo mleko sokol sokolowska kruszyna pasek pawlik
  piasek pilat plotka rogal roguski skrzypek sitko stepien sztaba szafa szyszka kurek kurka koszyk gorka buk jawor wierzba malina burak sliwa gruszka szynka swieca garnek walek beczka dzwonek kluczyk korek skrzynia sztuka tokarz trela zegar zegarek zelazo
  apple aptekarz archer ash babcia ball banan beach beam bean berry biedny bird blacharz boat boczek bogaty bolton brass
  brewer bright broda brzeg brzuch builder bulka bull camp cebula chandler chapman child chmura chomik ciastko ciekawy copper
  cotton coward crane crow cukiernik czosnek dekarz deska drake draper dyer dyrygent dziadek farmer finch flowers fryzjer
  galaz glover glowacz gora gornik gorzki gospodarz grabarz grad haddock hare hawk heron herring hills igla iron jajko
  jezioro kamien kapelan karas kielbasa kociol kon korab korzen kosc kosiarz kowboj koza kozak krolik krowa krzak ksiadz kura
  kurczak kwasny lakiernik leaf leather lever lina lions lisc lyons lyzka marchew marynarz maslanka merry mgla miedz mily
  miod miska mlody moody moor morze mur muzyk mysliwy noble nos noz ocean ogien ogorki onions optyk organista orzech owca
  pace palec parsons pieprz pilot plywak popiol pszczolka ptak rabbit rice rolnik root rush rzeka rzeznik sadler sadza sailor
  salmon salt savage sedzia senior sergeant shepherd shore silk skala skoczek sliwka slodki slonce snowden soltys speed
  spiewak srebro stal steel suchy sweeting swinia syn szczupak szklarz szyja tiler trawa trout tyler tynkarz ucho wdowa
  wdowiec widelec wiosna wlos wool worek wyspa zeglarz ziemia zloto zolnierz
  bak kopec kula pila szofer slusarz polny potok opat smutny hunt barnes jenkins owen carr burns cross cash swift bacon
  pepper cherry lemon honey hammer rider ferry earl willow player
  kret kuna slimak gabka szpara pyka krokiew barak bomba indyk kaczka bela staw drwal dzik sarna mleczko budka klucznik sep wujek stryj wnuk
  blizniak kupiec palacz korba tkacz polak orlik zabka sadownik konar pien kapitan sloma siano ges byk cielak lapka starosta
  pokrzywka muszka lalka mlynek podkowa czapek majster mech slupek swinka drazek
  moss dawn hay bond booth burr warden wild flood barley plum pear bull duck goose peel spike captain song master`),
);

const formsOfAll = (parts: Iterable<string>): ReadonlySet<string> =>
  new Set([...parts].flatMap((part) => [plainName(part), ...formsOfName(part)]));

let forms: { readonly first: ReadonlySet<string>; readonly too: ReadonlySet<string> } | null = null;

const names = () => {
  forms ??= { first: formsOfAll(FIRST_NAMES), too: formsOfAll(WORDS_TOO) };
  return forms;
};

/** Whether a folded word is a form of a first name. */
export const isFirstName = (word: string): boolean => names().first.has(word);

/** Whether a folded word is a form of a word that is a name as well. */
export const mayBeName = (word: string): boolean => names().first.has(word) || names().too.has(word);

/** Finds the forms of the parts of some people's names, and of what stands before the `@` of their addresses. */
export function formsOfNames(
  people: readonly { readonly name: string; readonly email: string }[],
): (word: string) => boolean {
  const parts = new Set(
    people.flatMap(({ name, email }) => [...name.split(/[\s-]+/), ...(email.split('@')[0] ?? '').split(/[._+-]/)]),
  );
  const byStart = Map.groupBy(
    [...parts].map(plainName).filter((part) => part.length > 1),
    (part) => part.slice(0, 2),
  );
  return (word) => (byStart.get(word.slice(0, 2)) ?? []).some((part) => part === word || formsOfName(part).has(word));
}

const FAMILY_NAME =
  /(?:[sc]k|dzk)(?:i|a|ie|iego|iemu|im|iej|ich)$|(?:wicz|czyk|czak|siak|czuk|iak|czek)(?:a|owi|em|u|ie|ow)?$|(?:enko|son|sson|berg|stein|mann|ova|shvili|oglu)$/;

/** Whether a folded word ends as family names do. */
export const looksLikeFamilyName = (word: string): boolean => FAMILY_NAME.test(word);
