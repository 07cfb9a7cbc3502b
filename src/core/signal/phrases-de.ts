/** German. See features.ts for what each entry means. */
import type { PhraseTable } from './features.ts';

const r = String.raw;

export const DE: PhraseTable = {
  filler:
    'ok|okay|so|und|aber|also|hm+|äh+|oh|ach|na|naja|hey|bitte|sorry|moment|super|danke|gut|jetzt|ja|nein|nee|ne|nö|hallo|mensch|halt',
  phrases: {
    wrong: r`
      falsch(?:e[rsnm]?)? ; (?:langsamer|länger|schlechter|größer|komplizierter) als
      nicht (?:ganz |wirklich |so )?(?:richtig|korrekt|das was|das,? was|was ich|wie (?:ich|besprochen|gewünscht)|so,? wie|gemeint|gewollt|gewünscht|gut|schön|im sinne)
      stimmt (?:so |doch |hier |aber |immer noch )?(?:nicht|gar nicht) ; stimmen nicht ; verkehrt ; umgekehrt
      andersrum ; anders herum ; unsinn ; quatsch ; blödsinn ; missverstanden ; falsch verstanden ; verwechsel\w+
      passt (?:so |hier |da |noch |aber |doch )?nicht ; gefällt mir nicht ; mag ich nicht ; will ich nicht
      ergibt keinen sinn ; macht keinen sinn ; schlechter als ; schlimmer ; hässlich ; erfunden ; keine gute idee
      das ist (?:nicht|kein|keine) ; du (?:rätst|irrst)`,
    said: r`
      (?:hatte?|habe?|hab|hatten|haben) (?:ich|wir)(?: doch| dir| das| schon| ja| extra| bereits| gestern| nicht| auch| es| mal)* (?:gesagt|geschrieben|gemeint|gebeten|erwähnt|verlangt|gefragt|gewollt|nach)
      (?:ich|wir) (?:habe?|hatte?|hab|hatten|haben)(?: doch| dir| das| schon| ja| extra| bereits| gestern| nicht| nie| auch| nach| \w+){0,4} (?:gesagt|geschrieben|gemeint|gebeten|erwähnt|verlangt|gefragt|bestellt)
      (?:ich )?(?:meinte|meine|wollte|sagte|bat|sprach|redete|fragte)
      wie (?:schon )?(?:gesagt|besprochen|erwähnt|vereinbart|abgemacht|geschrieben)
      war (?:doch )?(?:anders|so) (?:besprochen|abgemacht|vereinbart) ; hatte ich ; (?:war|ist) keine rede
      keine rede von ; lies (?:das|es|die|den|noch|nochmal|erst|doch|bitte)`,
    still: r`
      immer noch ; noch immer ; nach wie vor ; weiterhin ; (?:der|die|das)?selbe[nr]?(?: \w+)?
      (?:den|die|das|der|dem) ?gleiche[nr]? ; genau(?:so| so) ; unverändert
      (?:ändert|ändert sich|bringt|hilft|hat|tut sich) (?:\w+ )?(?:nichts|nix)
      (?:knallt|schlägt|kracht|fehlt|kommt|hängt|ist|geht|fällt|fliegt|rot|kaputt|da) (?:\w+ )?(?:wieder|erneut|nochmal|schon wieder)
      schon wieder ; wieder (?:rot|kaputt|der|die|das|dieselbe\w*|nicht)
      noch (?:nicht|kein|keine|da|rot|kaputt|falsch)`,
    fails: r`
      (?:geht|gehen|läuft|laufen|funktioniert|funktionieren|klappt|tut|startet|baut|lädt|kompiliert|kommt|erscheint|reagiert|passiert|sehe|sieht man|speichert|stimmt|zeigt)(?: \w+){0,3} (?:nicht|nichts|nix|nirgends|gar nicht|kein|keine)
      kaputt ; (?:tipp|schreib|rechtschreib)fehler ; fehler ; schlägt fehl ; fehlgeschlagen ; stürzt ; abgestürzt
      hängt ; bricht ; knallt ; kracht ; fliegt ; leer ; weg ; verschwunden ; doppelt ; zerschossen ; zerlegt ; rot
      (?:4|5)\d\der? ; überlappt ; abgeschnitten`,
    blame: r`
      (?:weil|dass|wenn|wie) du ; (?:du|ihr) (?:hast|hattest|habt)(?! recht| gefragt)
      (?:hast|hattest) du (?!gefragt|recht|eine idee|lust|zeit)
      du (?:machst|benutzt|nimmst|verwendest|änderst|löschst|solltest|musst|sollst|darfst|kannst nicht|bist|baust|schreibst|fasst|überschreibst|rätst|ignorierst|vergisst|hättest)
      (?:fasst|änderst|löschst|machst|nimmst|schreibst|baust) du
      dein(?:e|en|er|em|es)? (?:\w+ )?(?:änderung\w*|fix|code|commit|test\w*|lösung|version|antwort|plan|script|skript|refactoring|migration|vorschlag|umbau|anpassung\w*)
      vergessen ; übersehen ; gelöscht ; überschrieben ; kaputt gemacht ; umbenannt ; rausgeworfen ; weggelassen`,
    why: r`
      ^(?:warum|wieso|weshalb|wozu)(?! (?:bekommen|bekomme|kriege|kriegen|wird|liefert|ist die|ist der|läuft|dauert|haben wir|gibt|funktioniert|schlägt|kommt|gilt))
      (?:warum|wieso|weshalb|wozu) (?:\w+ )?(?:du|denn|noch|schon wieder|jetzt|überhaupt|so|nicht|ein|eine|einen)
      was soll ; wer hat (?:dir|gesagt)
      hast du (?:das |es |den |die )?(?:überhaupt|eigentlich|mal|wirklich|getestet|geprüft|gelesen|ausprobiert|laufen)
      bist du (?:dir )?sicher ; haben wir (?:nicht|doch) ; gibts (?:da|dafür|doch) nicht
      wo ist (?:denn )?(?:der|die|das) \w+ (?:hin|geblieben) ; echt jetzt ; ernsthaft ; was machst du`,
    unasked: r`
      (?:nicht|nie|niemand|keiner|nirgends)(?: \w+){0,3} (?:verlangt|gebeten|gefragt|bestellt|gewünscht|gewollt|beauftragt|darum)
      finger weg ; (?:lass|lasst) (?:\w+ ){1,5}(?:in ruhe|so|wie|unverändert|weg|bleiben|drin|sein)
      (?:nicht|ohne|nichts|niemals|nie) (?:\w+ )?(?:anfassen|anrühren|antasten|ändern|verändern)
      gehört nicht (?:dazu|hierher|zum) ; bleibt (?:so|wie|bitte) ; (?:soll|muss|sollen) (?:\w+ )?(?:so )?bleiben
      wollte ich nicht ; nur das was ; fass\w* (?:\w+ )?(?:nicht|nichts)`,
    undo: r`
      rückgängig ; zurück(?:setzen|nehmen|drehen|bauen|ändern|rollen|stellen|bringen)?
      (?:mach|nimm|dreh|setz|bau|änder|stell|roll|hol|tu)\w* (?:\w+ ){0,5}(?:zurück|rückgängig|wieder (?:raus|weg|rein|hin|wie)|raus|weg)
      (?:wieder|bitte) (?:raus|weg|rein|hin) ; revert\w* ; verwirf ; vergiss (?:das|die|den)`,
    forbid: r`
      (?:bitte )?(?:nicht|kein|keine|keinen|keinerlei|nie|niemals|nichts)(?:,| \w+){0,4} (?:mehr|machen|nehmen|benutzen|verwenden|nutzen|installieren|löschen|ändern|schreiben|pushen|committen|anlegen|einbauen|mocken|bitte|direkt)
      ^(?:kein|keine|keinen|nie|niemals) (?!ding|problem|sorge|ahnung|stress|eile|frage|zeit)
      ^nicht (?!schlecht|nötig|jetzt|heute|mehr nötig|so eilig) ; hör (?:bitte )?auf
      lass (?:das|die|den|es|bitte|mal|diese) ; ohne (?:neue|zu|meine|extra|rückfrage|\w+ bitte|den|die|das|mich)
      verboten ; nicht erlaubt ; dürfen? (?:wir |man |hier )?nicht ; darf (?:hier |man |da )?nicht ; vorher fragen
      frag (?:mich )?(?:vorher|erst)`,
    standing: r`
      immer(?! noch) ; ab (?:jetzt|sofort|heute|nun) ; künftig ; in zukunft ; zukünftig ; jedes mal ; jedesmal
      nächstes mal ; beim nächsten mal ; grundsätzlich ; generell ; standardmäßig ; bevor du
      erst(?:mal)? (?:\w+ ){0,4}(?:dann|bevor) ; nach jede[rm] ; merk dir ; denk (?:bitte )?dran ; merke dir ; niemals
      nie wieder ; gewöhn dir`,
    ought: r`
      soll(?:te|ten|en|test)?(?: \w+){0,4} (?:sein|werden|heißen|bleiben|stehen|gehen|kommen|haben|aussehen|liegen|rein|hin|nur|nicht)
      (?:muss|müssen|müsste|müssten)(?: \w+){0,4} (?:sein|werden|heißen|bleiben|stehen|rein|hin|haben|liegen|über)
      (?:gehört|gehören|kommt|kommen) (?:\w+ )?(?:nach|in|ins|unter|zu|zum|auf|rein|eigentlich) ; eigentlich ; lieber
      besser ; heißt (?:bei uns|nicht|doch|hier) ; schreibt man ; ich will ; ich hätte (?:gern|lieber) ; erwartet`,
    instead: r`
      stattdessen ; statt ; anstatt ; anstelle ; sondern
      nicht (?:in|auf|mit|den|die|das|im|am|an|zu|als|über|bei|der|dem|ein|eine)? ?[\w▢äöüß-]+,? (?:sondern|nimm|lieber|da|ich|bitte)
      , nicht (?:\w+ )?[\w▢äöüß-]+[.!]?$
      ander(?:e|en|er|es) (?:datei|branch|ordner|seite|repo|liste|button|tabelle|stelle|projekt)
      nimm (?:lieber|den|die|das|bitte|dafür|doch) ; geht auch (?:mit|ohne) ; ^nicht (?:die|der|das|den|in|im|auf|am)`,
    toomuch: r`
      zu (?:viel|viele|lang|kompliziert|komplex|groß|umständlich|ausführlich|früh|breit|klein|dunkel|hell) ; viel zu
      übertrieben ; unnötig\w* ; überflüssig
      (?:brauch\w*|braucht|benötig\w*|brauchts)(?: \w+){0,4} (?:nicht|kein|keine|keinen|gar nicht) ; kürzer
      einfacher ; schlanker ; knapper ; reicht ; nur (?:die|den|das|der|eine?n?|mal|noch) ; weniger ; aufgebläht
      \d+ (?:zeilen|dateien) für`,
    partial: r`
      ^fast ; ^beinahe
      ^(?:gut|schön|super|passt|sieht gut aus|ok|okay|danke|läuft),? (?:aber|nur|allerdings|bis auf) ; ^aber ; , aber
      aber (?:die|der|das|es|du|nicht|jetzt|da|bei|wir|ich|im|in) ; allerdings ; nur dass ; bis auf ; außer ; jedoch
      trotzdem ; nur (?:fehlt|halb|die hälfte) ; nicht (?:ganz|alle|alles|überall)`,
    already: r`
      (?:gibt|gibts|haben wir|existiert|steht|liegt|ist|war|läuft)(?: \w+){0,4} (?:schon|bereits|längst)
      (?:schon|bereits|längst) (?:\w+ )?(?:da|vorhanden|gibt|erledigt|gelaufen|eine|einen|ein|gemacht|installiert|drin|im|in|definiert)
      doch (?:schon|bereits|längst) ; dafür (?:gibt|haben)`,
    ours: r`
      bei uns
      (?:haben|nutzen|nehmen|verwenden|benutzen|machen|schreiben|arbeiten|deployen|sind|hosten|fahren|pflegen) wir
      wir (?:nutzen|nehmen|verwenden|benutzen|haben|machen|schreiben|deployen|sind|arbeiten|sitzen|hosten|fahren|committen)
      unser\w* ; hier (?:im|in der|gibt|ist|haben|läuft|nur) ; im (?:ganzen )?(?:projekt|repo|team|haus)
      es gibt (?:hier |da |bei uns |doch )?(?:kein|keine|keinen|nur) ; das ist (?:ein|eine|die|der|das|doch)
      ist (?:doch |bei uns |hier )?(?:gesperrt|generiert|geteilt|prod|produktion|eingefroren|verboten|veraltet)`,
    repeat: r`
      schon wieder ; (?:zum|das) (?:zweiten|dritten|vierten|x-?ten) mal ; wie oft ; nochmal(?:s)? ; zum wiederholten
      (?:das )?(?:dritte|zweite|vierte) mal ; ständig ; dauernd ; wieder (?:die|der|das|den) (?:gleiche|selbe)\w*
      schon (?:mal|mehrfach|öfter|zweimal|dreimal) ; jedes mal`,
    anger: r`
      verdammt ; scheiß\w* ; mist ; mann ; boah ; echt jetzt ; ernsthaft ; wtf ; herrgott ; um himmels willen
      na toll ; na super ; toll,? jetzt ; super,? jetzt ; klasse,? jetzt ; hallo\? ; [?!]{2,}$ ; \?! ; nervt ; schrott
      katastrophe ; unfassbar ; peinlich ; schlampig`,
    lacking: r`
      wo (?:ist|sind|bleibt|bleiben|war) (?:denn )?(?:der|die|das|mein\w*|alle) ; fehl(?:t|en) ; vermisse
      und (?:die|der|das|was ist mit) (?:\w+ ){0,3}(?:rest|hälfte|tests?|teil|doku|zweite|andere\w*)? ?\?
      was ist mit ; keine (?:tests?|fehlerbehandlung|validierung|typen|doku) ; ohne (?:tests?|fehlerbehandlung)
      nur (?:die hälfte|halb) ; nicht (?:alle|fertig|vollständig|alles) ; unvollständig ; rest
      (?:sehe|finde|seh|find) (?:ich )?(?:\w+ )?(?:nicht|nichts|kein|keine|keinen) ; und wenn ; (?:und|aber) bei`,
    doubt: r`
      (?:glaub\w*|denke|bezweif\w+|zweifel\w*)(?: ich)?(?: \w+){0,2} (?:nicht|kaum)?
      kann (?:doch )?nicht (?:sein|stimmen) ; sicher\? ; wirklich\? ; bist du sicher ; unwahrscheinlich
      (?:schau|guck|prüf|lies|test|sieh|check|probier)\w* (?:\w+ )?(?:nochmal|noch mal|erst|genau|richtig|bitte selbst)
      geraten ; vermutung ; erst reproduzieren`,
    nostart: r`^(?:nein|nee+|ne|nö+|nicht doch|no|nope)(?=[\s,.!?:]|$)`,
    halt: r`^(?:stopp?|halt|warte|moment|abbrechen|abbruch|hör auf|anhalten|brich)`,
    negated: r`nicht ; kein\w* ; nie(?:mals|mand)? ; nichts ; nirgends ; ohne ; mehr`,
    states: r`
      ^(?:es|das|die|der|da|dort|bei (?:mir|uns)|auf (?:dem|der)|im|in der|wenn (?:ich|man|du)|ich (?:sehe|bekomme|kriege|hab|habe)|hier|jetzt|er|sie|beim|mit|müssten?|liest sich|sieht|wirkt|sind|ist)(?= )`,
    praise: r`
      danke\w* ; wunderbar ; cool ; super ; perfekt ; toll ; klasse ; prima ; top ; genial ; spitze ; sauber ; schön
      passt(?! (?:so |hier |noch |aber |doch |da )?nicht) ; (?:sieht|schaut) (?:gut|super|besser|prima)
      (?:läuft|funktioniert|klappt|geht|tut)(?: jetzt| nun| wieder| alles| super| gut)*[.!]?$ ; gut(?: gemacht| so)?
      gefällt mir(?! nicht) ; lgtm ; nicht schlecht ; genau so ; stimmt(?! (?:so |doch |hier |aber )?nicht)`,
    consent: r`
      ^(?:ja|jo|jep|jup|jawohl|ok|okay|klar|gerne?|genau|richtig|einverstanden|weiter|mach(?: das| es| mal| weiter| so)?|los|passt|in ordnung|geht klar|beides?|variante|option|keins|keine von|weder|fertig)(?=[\s,.!):]|$)
      ^[a-d1-9](?=[.,)](?!\d)|$) ; weiter gehts ; mach weiter ; leg los ; kannst du machen`,
    courtesy: r`
      kein (?:ding|problem|stress|thema|grund) ; keine (?:ahnung|sorge|eile|ursache|fehler|frage|änderung\w*|umstände)
      macht nichts ; nicht (?:schlimm|schlecht|eilig|wichtig|dringend) ; alles (?:gut|klar|bestens)
      schon (?:gut|ok|okay) ; egal ; nur (?:aus neugier|interessehalber) ; gar kein`,
    decline: r`
      nicht (?:nötig|notwendig|jetzt|heute|mehr nötig|gebraucht) ; brauchst? (?:du )?nicht ; braucht es nicht
      noch nicht ; lass (?:mal|gut sein|es|stecken|drin|so) ; nein,? danke ; das (?:wars|reicht|war alles) ; später
      mach ich (?:selbst|selber) ; ignorier\w* ; muss nicht(?: sein)?`,
    slip: r`
      mein fehler ; mein (?:tippfehler|versehen) ; vertippt ; verklickt
      ich habe? mich (?:vertan|geirrt|verschrieben) ; falsches (?:fenster|terminal|tab|chat|projekt)
      sorry,? (?:ich|mein|falsch|das war) ; entschuldig\w+ ; ups ; hoppla ; vergiss es ; hat sich erledigt
      schon gefunden ; habs gefunden ; anders überlegt ; doch lieber ; du hast recht ; versehentlich ; aus versehen
      mir ist (?:gerade )?(?:aufgefallen|eingefallen)`,
    outside: r`
      erst (?:nach|wenn|am|im|nächste) ; strom ; später ; morgen ; nachher ; gleich ; heute (?:nicht|abend) ; meeting
      termin ; besprechung ; call ; mittag\w* ; pause ; feierabend ; vpn ; wlan ; netz\w* ; internet ; verbindung
      offline ; akku ; moment ; sekunde ; kurz (?:warten|weg|committen) ; warte (?:kurz|mal|bis|ich)
      erst (?:mit|noch mit|committen|commit) ; muss (?:ich )?(?:erst|noch) ; nächste woche ; neu ?start\w*
      nochmal versuchen ; versuch\w* (?:es )?nochmal ; weiter ; reden ; strom ; update läuft ; jetzt wieder`,
    reported: r`
      kund(?:e|en|in|innen) ; nutzer\w* ; user ; anwender\w* ; support ; kolleg\w+ ; chef\w* ; vertrieb ; buchhaltung
      (?:hat|haben) (?:gemeldet|sich beschwert|geschrieben) ; meldet ; beschwer\w+ ; ticket ; bug
      in (?:der )?prod\w* ; seit (?:dem|der|gestern|montag|freitag|letzte\w*|heute|mai|juni|april)
      auf der (?:rechnung|seite|startseite|website) ; wenn (?:der|ein|die) (?:kunde|nutzer|user) ; altsystem
      lieferant\w*`,
    ask: r`
      ^(?:was|wie|welche[rsn]?|wer|wann|wo|wohin|ist|sind|gibt|kann|kannst|könnte|könntest|hat|wird|würde|soll|sollen wir|darf|erklär\w*|zeig\w*|sag|schau\w*|prüf\w*|guck\w*|beschreib\w*|frage|warum (?:ist|wird|bekommen|kriegen|gibt|liefert|haben|kommt|dauert)|wieso (?:ist|wird|bekommen|kommt))(?=[\s,:?]|$)
      mal schauen ; schau mal ; weißt du ; was ist an`,
    task: r`
      ^(?:füg\w*|erstell\w*|bau\w*|schreib\w*|mach\w*|leg\w*|implementier\w*|änder\w*|aktualisier\w*|benenn\w*|verschieb\w*|entfern\w*|lösch\w*|ersetz\w*|install\w*|start\w*|führ\w*|teste?|deploy\w*|commite?|push\w*|stopp mal|beende|übersetz\w*|dokumentier\w*|ergänz\w*|setz\w*|richt\w*|nächste[rs]?|neue aufgabe|jetzt (?:noch|bitte|das gleiche|mach|bau|füg|auch|die|den)|dann|als nächstes|kannst du|könntest du|wir brauchen|ich (?:brauche|möchte|will|hätte gern)|lass uns|zieh\w*|pack\w*|räum\w*|such\w*)(?=[\s:,])`,
    info: r`
      ^(?:zur info|info|übrigens|fyi|hinweis|nur zur info|als kontext|kontext|nebenbei)(?=[\s:,]|$) ; nur zur info
      nur damit du`,
    intended: r`(?:so )?(?:gewollt|beabsichtigt|absicht|erwartet|normal|bekannt) ; mit absicht ; soll so`,
  },
};
