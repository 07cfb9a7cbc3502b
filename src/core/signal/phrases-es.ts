/** Spanish. Accents may be missing, as they are when people type. See features.ts for what each entry means. */
import type { PhraseTable } from './features.ts';

const r = String.raw;

export const ES: PhraseTable = {
  filler:
    'ok|okay|bueno|pues|y|pero|eh+|mm+|ah|oh|oye|hey|por favor|porfa|perd[oó]n|espera|gracias|genial|vale|s[ií]|no|ahora|entonces|hola|a ver|che|uy',
  phrases: {
    wrong: r`
      (?:está|esta|estan|están|quedó|quedo|salió|salio|es|son|anda|va) mal ; mal(?:o|a|os|as)?(?= \w|[.,!]|$)
      equivocad\w+ ; empeor\w+ ; m[aá]s (?:lento|lenta|dif[ií]cil|complicado|largo) (?:que|de) ; incorrect\w+
      err[oó]ne\w+ ; (?:eso|esto|así|asi|ese|esa|este|esta) no
      no (?:es|era|son|eran|está|esta|quedó|quedo) (?:eso|así|asi|lo que|el|la|los|las|lo|un|una|correcto|correcta|bien|cierto|verdad|como|ese|esa|igual|verde|todo)
      al rev[eé]s ; lo contrario ; entendiste mal ; no entendiste ; te equivoc\w+ ; confund\w+ ; no tiene sentido
      ningún sentido ; inventa\w* ; no (?:coincide|cuadra|corresponde) ; no me gusta ; peor ; feo`,
    said: r`
      (?:te |ya |yo |os |les )*(?:dije|dijimos|pedí|pedi|pedimos|escribí|escribi|mencioné|mencione|avisé|avise|pregunté|pregunte|expliqué)
      (?:ya )?(?:te )?(?:lo )?(?:había|habia|he|hemos) (?:dicho|pedido|mencionado)
      (?:yo )?(?:quería|queria|quise|hablaba|decía|decia|me refería|me referia|me refiero|hablo)
      como (?:ya )?(?:te )?(?:dije|pedí|pedi|acordamos|quedamos|hablamos) ; nunca (?:te )?(?:dije|pedí|pedi)
      (?:lee|leé|relee|leete)`,
    still: r`
      (?:sigue|siguen|continúa|continua) (?:\w+ )?(?:sin|igual|fallando|dando|saliendo|roto|rota|en|apareciendo|con|mal|rojo|ahí|ahi|el|la|viendo\w*)
      (?:todavía|todavia|aún|aun) (?:no|sale|falla|falta|da|está|esta|aparece|tengo|veo|me)
      (?:el|la|los|las)? ?mism[oa]s? (?:error|problema|fallo|resultado|cosa|bug|línea|linea|lugar|lio) ; otra vez
      de nuevo ; igual que antes
      no (?:cambió|cambio|cambia|arregló|arreglo|solucionó|soluciono|sirvió|sirvio|ayudó) (?:nada)?
      nada (?:cambió|cambio|nuevo) ; lo mismo ; sigue igual ; sin cambios`,
    fails: r`
      (?:error|falta) de ortograf[ií]a ; typo
      no (?:me |se |le )?(?:funciona|anda|compila|arranca|carga|aparece|muestra|abre|guarda|responde|sale|veo|ve|va|corre|pasa|encuentra|conecta|inicia|ejecuta|actualiza)\w*
      falla\w* ; fall[oó] ; rompi[oóst]\w* ; rot[oa]s? ; se (?:cae|cuelga|rompe|rompió|rompio|perdió|perdio|borró)
      error(?:es)? ; explota ; vac[ií][oa] ; desapareci\w* ; duplicad\w+ ; (?:4|5)\d\d ; colgad\w ; en blanco
      cortad\w ; revienta ; rompe`,
    blame: r`
      (?:te )?(?:olvidaste|olvidás|borraste|cambiaste|rompiste|agregaste|pusiste|quitaste|sacaste|hiciste|usaste|moviste|tocaste|eliminaste|dejaste|creaste|pisaste|saltaste|ignoraste|inventaste|perdiste|renombraste|modificaste|metiste|escribiste|sobrescribiste|elegiste|añadiste|duplicaste|comentaste|arreglaste|mezclaste|asumiste)
      (?:has|habías|habias) (?!dicho|preguntado)(?:\w+(?:ado|ido|to|cho))
      (?:tu|tus) (?:\w+ )?(?:cambio|cambios|arreglo|código|codigo|commit|test|tests|solución|solucion|respuesta|versión|version|plan|script|refactor|función|funcion|consulta)
      est[aá]s (?:adivinando|usando|tocando|cambiando|mirando|suponiendo|ignorando|haciendo) ; deberías ; deberias
      tenías que ; tenias que ; se te (?:olvid\w+|pas[oó]|escap\w+) ; te falt\w+`,
    why: r`
      ^(?:por ?qu[eé]|para qu[eé]|pa qu[eé]) (?:\w+ )?(?:\w*(?:aste|iste|asteis)|otro|otra|un|una|tanto|tantos|no|tocas|cambias|tocás|est[aá]s|has|usas|creas|borras|tanta|sigues|seguís|tres|dos|lo|la|cambi\w+|toc\w+)
      para qu[eé] ; quien te (?:dijo|pidió|pidio) ; qui[eé]n te
      (?:lo |la )?(?:probaste|leíste|leiste|corriste|verificaste|revisaste|ejecutaste) ; est[aá]s segur[oa]
      no (?:teníamos|teniamos|tenemos|había|habia|habíamos) ; qu[eé] (?:haces|hiciste|hacés|est[aá]s haciendo)
      desde cu[aá]ndo ; en serio`,
    unasked: r`
      (?:no|nunca|nadie|jamás)(?: \w+){0,3} (?:pedí|pedi|pidió|pidio|pedido|pedimos|dije que) ; fuera de alcance
      no toques ; no (?:lo |la |los |las )?(?:toques|toqués|cambies|modifiques|muevas|borres) ; sin tocar
      dej[aá](?:lo|la|los|las)? (?:\w+ ){0,3}(?:como|así|asi|en paz|tranquil\w|quieto|igual) ; tiene que quedar(?:se)?
      debe quedar ; manten[eé]?(?:r|lo|la)? ; solo lo que`,
    undo: r`
      deshac\w+ ; deshaz ; revert\w+ ; reviert\w+ ; volv[eé]\w* (?:a|atr[aá]s|como|lo|la)?
      vuelve (?:a|atrás|atras|como) ; restaur\w+ ; sac[aá](?:lo|la|los|las|me)? (?:eso|esto|de ahí)?
      quit[aá](?:lo|la|los|las|me)? (?:eso|esto|lo)? ; (?:eso|esto) (?:fuera|afuera) ; como (?:estaba|antes)
      dejalo como ; atr[aá]s ; elimina (?:eso|esto) ; borra (?:eso|esto) ; descarta`,
    forbid: r`
      ^no (?:\w+ )?(?:uses|usés|hagas|hagás|pongas|pongás|agregues|crees|metas|escribas|instales|corras|ejecutes|subas|hagan|toques|borres|cambies|inventes|quiero|queremos|me)
      ^nada de ; ^nunca ; ^jam[aá]s ; nunca (?:más|mas)? ; dej[aá] de ; para de ; evit[aá]\w*
      sin (?:mi|preguntar|avisar|dependencias|nuevas|comentarios|mocks)
      no (?:usamos|hacemos|uses|usar|se (?:puede|usa|toca|debe|hace|permite)|hay que|hagas|pongas|corras|instales|metas)
      prohibid\w ; ni se te ocurra ; pregunt[aá](?:me)? (?:antes|primero) ; basta`,
    standing: r`
      siempre ; a partir de ahora ; de ahora en adelante ; desde ahora ; en adelante ; en el futuro ; la próxima
      la proxima ; próxima vez ; cada vez ; por defecto ; antes de (?:que|cada|hacer|decir|dar|tocar|instalar|correr)
      primero (?:\w+ ){0,4}(?:después|despues|luego|y) ; record[aá]\w* ; acord[aá]te ; nunca ; tené en cuenta
      ten en cuenta ; como regla`,
    ought: r`
      (?:debe|deben|debería|deberia|deberían|deberian|tiene|tienen|tendría|tendria|hay) (?:que )?(?:ser|estar|ir|quedar|usar|tener|mostrar|devolver|verse|llamarse|haber|salir|seguir)
      ten[ií]a que ; deb[ií]a ; va(?:n)? (?:en|dentro|abajo|arriba|con) ; mejor ; prefiero ; preferimos
      se (?:llama|escribe) ; quiero que ; más bien ; mas bien ; tendr[ií]as`,
    instead: r`
      en (?:vez|lugar) de ; sino ; ,? no (?:el|la|los|las|en|un|una|ese|esa|al|de|con)? ?[\w▢à-ÿ-]+[.!]?$
      ^no (?:el|la|en|ese|esa|los|las) ; el otro ; la otra ; us[aá] (?:el|la|los|lo|nuestro|mejor)
      mejor (?:el|la|en|con|usa|us[aá]|un|una) ; más bien ; cambi[aá](?:lo|la) (?:a|por) ; era (?:el|la|en)`,
    toomuch: r`
      demasiad\w+ ; muy (?:largo|complejo|complicado|grande|verboso) ; innecesari\w+
      no (?:hace falta|hacía falta|hacia falta|necesito|necesitamos|necesita|precisamos) ; sobra\w*
      m[aá]s (?:corto|simple|sencillo|chico) ; simplific\w+ ; solo (?:el|la|lo|un|una|en|quiero|cambia|necesit\w+)?
      sólo ; solamente ; alcanza ; basta con ; exagerad\w ; tanto ; \d+ (?:líneas|lineas|archivos) para ; menos`,
    partial: r`
      ^casi ; ^pero ; , pero ; pero (?:el|la|no|falta|ahora|en|lo|los|las|te|sigue|con|hay|se|ese|esa) ; salvo
      excepto ; menos (?:el|la|en|que) ; sin embargo ; aunque ; a medias ; no tod[oa]s?`,
    already: r`
      ya (?:tenemos|existe|est[aá]|hay|hab[ií]a|tenía|tenia|estaba|lo hace|se) ; existe (?:ya|en|un) ; duplicad\w
      para eso (?:est[aá]|hay|tenemos) ; reus[aá] ; reutiliz\w+`,
    ours: r`
      (?:aquí|aqui|acá|aca) (?:usamos|no|se|todo|trabajamos|solo|tenemos|siempre|va)
      (?:usamos|tenemos|trabajamos|deployamos|desplegamos|estamos|hacemos|somos|escribimos|nombramos|guardamos|generamos)
      nuestr[oa]s? ; en (?:este|el|nuestro) (?:proyecto|repo|equipo|código|servidor) ; en la empresa ; no hay
      es (?:un|una|el|la)
      (?:es|son|está|esta) (?:compartid\w|de prod\w*|generad\w|congelad\w|de solo lectura|bloquead\w) ; convención
      todo (?:el|va|está)`,
    repeat: r`
      otra vez ; de nuevo ; (?:segunda|tercera|cuarta|quinta|enésima) vez ; cu[aá]ntas veces
      ya (?:te )?(?:lo )?(?:dije|pedí|pedi|había|habia|expliqué) ; cada vez ; siempre lo mismo ; por \w+ vez
      como (?:ayer|la otra vez)`,
    anger: r`
      mierda ; carajo ; joder ; coño ; puta ; hostia ; en serio ; por (?:dios|favor)!+ ; wtf ; genial,? ahora
      buenísimo,? ahora ; perfecto,? ahora ; [?!]{2,}$ ; \?! ; qué desastre ; ridículo ; hola\?+ ; uff+ ; inútil`,
    lacking: r`
      ^[¿y ]*(?:el|la|los|las|mis) (?:\w+ ){0,2}\w+\?+$ ; d[oó]nde (?:est[aá]|est[aá]n|qued[oó]|quedaron|fue|pusiste)
      falt(?:a|an|ó|o|aba|aban) ; y (?:el|la|los|las|lo|si|qué|que|mis) (?:\w+ ){0,4}\? ; y si ; el resto
      la (?:otra )?(?:mitad|segunda|otra) ; (?:sin|no hay|ningún) (?:tests?|pruebas|validación|manejo) ; incomplet\w
      no (?:veo|encuentro|aparece|tod[oa]s?|terminaste|está listo) ; qué pasa (?:con|si)`,
    doubt: r`
      no (?:creo|estoy segur\w|me convence) ; lo dudo ; est[aá]s segur\w ; seguro\? ; de verdad\? ; imposible
      (?:qué )?raro ; no puede ser ; revis[aá] (?:bien|de nuevo|otra|primero|antes) ; mir[aá] (?:bien|de nuevo|otra)
      verific[aá] ; adivin\w+ ; primero reproduc\w+ ; probalo`,
    nostart: r`^(?:no+|nop|nope|qué va|para nada)(?=[\s,.!?:]|$)`,
    halt: r`
      ^(?:par[aá]|stop|alto|esper[aá]|cancel[aá]|fren[aá]|detente|deten[eé]|det[eé]n|basta|quieto)(?=[\s,.!?:]|$)`,
    negated: r`no ; nunca ; nada ; nadie ; ning\w+ ; sin ; tampoco ; jam[aá]s`,
    states: r`
      ^(?:el|la|los|las|eso|esto|en (?:el|la|mi)|cuando|si|veo|me (?:sale|da|aparece)|ac[aá]|aqu[ií]|ahora|hay|est[aá]|sale|con (?:un|el|la)|falta|se ve|lo|un|una|son|es|\d+)(?= )`,
    praise: r`
      gracias ; perfecto ; genial ; excelente ; buen[ií]simo ; bien(?! \w*(?:no|pero))(?= |[.!,]|$) ; b[aá]rbaro
      impecable ; joya ; qued[oó] (?:perfecto|genial|bien|bárbaro|lindo|excelente)
      (?:ya |ahora |todo )(?:funciona|anda|pasa|compila)(?! mal) ; buen (?:trabajo|punto) ; me gusta ; lgtm
      est[aá] (?:perfecto|bien|genial|bueno) ; todo (?:bien|verde|ok) ; dale que va`,
    consent: r`
      ^(?:s[ií]|ok|vale|dale|listo|claro|de acuerdo|adelante|exacto|correcto|por supuesto|sigue|segu[ií]|contin[uú]a|hazlo|hacelo|va|vamos|perfecto|la (?:primera|segunda|1|2|3|tercera)|el (?:primero|segundo|1|2|3)|opción|ambos|ambas|ninguno|ninguna|ni)(?=[\s,.!):]|$)
      ^[a-d1-9](?=[.,)](?!\d)|$) ; dale ; seguí nomás ; puedes seguir ; podés seguir`,
    courtesy: r`
      ^no pasa nada
      no (?:hay (?:problema|apuro|prisa|drama)|te preocupes|importa|es nada|tengo idea|sé|se|está mal|esta mal)
      de nada ; tranquil\w ; sin (?:problema|drama|apuro) ; ningún problema ; por curiosidad ; da igual`,
    decline: r`
      no (?:hace falta|es necesario|gracias|todavía|todavia|aún|por ahora|ahora|hoy) ; (?:todavía|todavia|aún|aun) no$
      así (?:está|esta) bien ; dej[aá]lo(?: así| asi)? ; eso es todo ; nada m[aá]s ; luego ; después ; no gracias
      lo (?:hago|corro|veo) yo`,
    slip: r`
      (?:culpa|error) m[ií][oa] ; mi (?:error|culpa) ; me equivoqu[eé] ; me confund[ií]
      (?:ventana|terminal|chat|pestaña) equivocad\w ; me equivoqué de ; perd[oó]n,? (?:me|era|quise|mi|yo) ; ups ; uy
      olvid[aá](?:lo|te)? ; (?:ya )?lo encontr[eé] ; cambi[eé] de (?:idea|opinión) ; pensándolo (?:bien|mejor)
      tienes razón ; tenés razón ; sin querer ; por error ; error de tipeo ; escribí mal ; quise decir`,
    outside: r`
      despu[eé]s ; luego ; en enero ; arrancamos ; par[aá] que ; (?:próximo|próxima) (?:sprint|semana|mes)
      m[aá]s tarde ; mañana ; ahora no ; reuni[oó]n ; almuerzo ; comer ; vpn ; wi ?fi ; internet ; red ; conexi[oó]n
      luz ; bater[ií]a ; (?:un|dame un|1) (?:segundo|minuto|momento|seg|min|toque)
      esper[aá] (?:un|que|a|hasta|me|tengo) ; tengo que (?:preguntar|hablar|consultar|commitear|hacer commit)
      la semana que viene ; se (?:me )?(?:cayó|cayo|cortó|corto|fue) ; reinici\w+ ; intent[aá] de nuevo
      prob[aá] de nuevo ; ahora sí ; retom\w+`,
    reported: r`
      cliente\w* ; usuari\w+ ; soporte ; compañer\w+ ; jef[ea] ; contabilidad
      (?:nos )?(?:reportan|reportaron|reportó|avisaron|dicen|se quejan|escribieron) ; queja\w* ; ticket ; bug
      en prod\w* ; desde (?:ayer|el|la|que|mayo|junio|abril) ; cuando (?:el|un|la) (?:cliente|usuario)`,
    ask: r`
      ^(?:qu[eé]|cu[aá]l\w*|qui[eé]n|c[oó]mo|cu[aá]nto\w*|cu[aá]ndo|d[oó]nde|hay|es|puedes|podés|podrías|podrias|se puede|explic\w+|mostr\w+|decime|dime|mir[aá]|revis[aá]|fij[aá]te|busc[aá]|averigu\w+|por qu[eé] (?:el|la|los|las|se|da|no|hay|este|esta|tarda|me|solo|mi|nuestro)|tienes idea|sab[eé]s|sabes|pregunta)(?=[\s,:?]|$)
      puedes (?:mirar|ver|revisar|decirme) ; se puede`,
    task: r`
      ^(?:agreg[aá]\w*|añad\w+|cre[aá]\w*|escrib\w+|hac[eé]\w*|haz|gener[aá]\w*|implement[aá]\w*|cambi[aá]\w*|renombr[aá]\w*|mov[eé]\w*|mueve|borr[aá]\w*|elimin[aá]\w*|reemplaz[aá]\w*|instal[aá]\w*|ejecut[aá]\w*|corr[eé]\w*|prob[aá]\w*|deploy\w*|commite[aá]|sub[ií]\w*|arregl[aá]\w*|corrig\w+|refactoriz\w+|traduc\w+|document[aá]\w*|pon[eé]?|prepar[aá]\w*|configur[aá]\w*|nueva tarea|ahora (?:el|la|haz|hac[eé]|agreg[aá]|pon[eé]?|lo mismo)|siguiente|luego|necesito|quiero|quisiera|hay que|vamos a|par[aá] (?:el|la)|detén (?:el|la)|mostr[aá]\w*|orden[aá]\w*)(?=[\s:,])`,
    info: r`
      ^(?:para que sepas|fyi|por cierto|ojo que|ojo|dato|nota|contexto|aviso|te cuento)(?=[\s:,]|$) ; para que sepas`,
    intended: r`
      es (?:intencional|a propósito|normal|esperado|adrede) ; a propósito ; así (?:debe ser|tiene que ser)`,
  },
};
