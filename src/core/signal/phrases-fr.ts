/** French. Apostrophes part words: "j ai", "c est", "n est pas". See features.ts for what each entry means. */
import type { PhraseTable } from './features.ts';

const r = String.raw;

export const FR: PhraseTable = {
  filler:
    'ok|okay|bon|ben|bah|et|mais|alors|donc|euh+|hum|ah|oh|hé|hey|super|merci|stp|svp|s il te pla[iî]t|désolé|attends|oui|ouais|non|nan|en fait|là|bonjour|salut|enfin',
  phrases: {
    wrong: r`
      faux ; fausse ; (?:plus|deux fois plus|moins) (?:lent\w*|de temps|lisible|rapide|clair)(?: qu)?
      mauvais(?:e|es)? ; incorrect\w* ; erroné\w*
      (?:c est|ce n est|est|n est|sont|ne sont) (?:toujours |vraiment |tout à fait )?pas (?:ça|ca|bon|bonne|correct|juste|ce que|le bon|la bonne|comme|du tout|vrai|exact|l|un|une)
      pas (?:ce que|celui|celle|comme|le bon|la bonne|ça|ca|bon) ; n importe quoi ; à l envers ; l inverse
      le contraire ; mal (?:compris|lu|fait|nommé|placé) ; te trompes ; t es trompée? ; s est trompée? ; tu confonds
      aucun sens ; pas de sens ; inventé\w* ; ne (?:correspond|marche|colle) ; n aime pas ; pire ; moche
      ne me (?:plaît|convient|plait)`,
    said: r`
      (?:j ai|j avais|je t ai|je t avais|on a|on avait)(?: bien| déjà| pourtant| clairement| jamais| juste)* (?:dit|demandé|écrit|précisé|parlé|expliqué|voulu)
      (?:je n ai|j ai) (?:jamais|pas) (?:dit|demandé|parlé)
      je (?:voulais|parlais|disais|demandais|pensais|te parle|parle) ; je veux dire
      comme (?:je|j|on|dit|prévu|demandé|convenu|déjà) (?:\w+ )?(?:dit|disais|ai dit|avait dit|demandé)? ; relis
      lis (?:bien|d abord|le|la|ce) ; pourtant dit`,
    still: r`
      toujours (?:le|la|les|pas|en|un|une|rouge|cassé\w*|cette|ce|aussi|là|l|500|404)
      (?:c est|est|sont|ça|ca|il|elle|on a|j ai|y a) toujours ; toujours (?:\w+ )?(?:erreur|bug|problème)
      encore (?:le|la|les|une?|cassé\w*|rouge|cette|pareil|la même|le même|faux|raté) ; (?:la|le|les) mêmes?
      même (?:erreur|problème|bug|résultat|chose) ; pareil
      rien (?:n a |ne |de )?(?:changé|change|neuf|nouveau|fait|passe) ; ne change rien
      (?:ça|ca) (?:n a|ne) (?:rien|pas) (?:changé|résolu|réglé|aidé) ; à nouveau ; de nouveau ; continue (?:de|à)
      n est pas (?:corrigé|réglé|résolu)`,
    fails: r`
      (?:ça|ca|il|elle|on|cela|rien|qui|le \w+|la \w+|les \w+|l \w+) (?:ne |n )?(?:marche|fonctionne|compile|démarre|charge|passe|s affiche|répond|apparaît|apparait|part|s ouvre|s enregistre|bouge)(?:nt)?(?: \w+)? (?:pas|plus|rien)
      (?:marche|fonctionne|passe|compile|s affiche)(?:nt)? (?:toujours |même )?(?:pas|plus)
      faute (?:de frappe|dans|d orthographe) ; coquille ; cass[eé]\w* ; planté? ; plante ; crash\w* ; bloqu\w+
      erreur ; échou\w+ ; vide ; disparu\w* ; perdu\w* ; (?:4|5)\d\d ; divise par zéro ; explose ; en double
      chevauch\w+ ; illisible ; tronqué\w*`,
    blame: r`
      (?:tu|vous) (?:as|avez|m as|m avez|l as|les as|t es|es|y as)(?! raison| une idée| besoin)(?: encore| aussi| juste| tout| bien| déjà| complètement| pas| oublié)* \w+
      tu (?:n as|ne|n|changes|mets|touches|fais|continues|supprimes|modifies|utilises|devais|devrais|dois|aurais|ajoutes|inventes|ignores|oublies|rajoutes|casses|réponds)
      (?:ton|ta|tes|votre|vos) (?:\w+ )?(?:correctif|correction|modif\w*|changement\w*|code|commit|test\w*|solution|réponse|version|plan|script|refacto\w*|truc|fonction|migration|fix)
      oublié\w* ; écrasé\w* ; supprimé\w* ; viré\w*`,
    why: r`
      ^pourquoi (?:tu|t|as|vous|ce|cette|encore|un|une|ne pas|pas|l|autant|refaire|changer|toucher|créer|ajouter|des)
      pourquoi (?:tu|t as|as tu|avoir|est ce que tu|donc) ; à quoi (?:bon|ça sert|sert) ; qui t a
      (?:tu es|t es) sûre? ; (?:tu as|t as|as tu) (?:même|au moins|vraiment|testé|vérifié|lu|essayé|lancé)
      c est quoi (?:ce|cette|ces|ça) ; qu est ce que tu (?:fais|fabriques|as) ; on a pas déjà ; n avait on pas
      depuis quand ; pour quoi faire`,
    unasked: r`
      (?:pas|jamais|rien|personne)(?: [\wà-ÿ]+){0,5} demandé ; demandé de (?:ne )?(?:pas )?toucher
      hors (?:sujet|périmètre) ; touche (?:pas|à rien|plus) ; ne touche
      laisse (?:\w+ ){0,4}(?:tranquille|tel|comme|intact|en place|en l état)
      (?:doit|doivent|faut) (?:\w+ )?(?:rester|garder|conserver) ; garde (?:le|la|les|l) ; pas (?:ton|à toi)
      sans (?:rien )?(?:toucher|changer)`,
    undo: r`
      annul\w+ ; reviens ; revenir ; remet\w* ; remett\w+ ; restaur\w+ ; rétabli\w* ; revert\w*
      enlève(?:-| )?(?:le|la|les|moi|ça|ca|tout)? ; retire(?:-| )?(?:le|la|les|moi|ça)?
      vire(?:-| )?(?:le|la|les|moi|ça|ca) ; défais ; repars ; en arrière ; comme avant ; laisse tomber`,
    forbid: r`
      ne (?:\w+ )?(?:\w+ )?(?:pas|jamais|plus|rien)
      ^pas (?:de|d|en|dans|sur|avec|touche|besoin de)(?! problème| souci| soucis| mal| grave) ; ^jamais ; arrête\w*
      arrêter ; évite\w* ; interdit ; plus jamais ; surtout pas
      sans (?:me |mon |ma |demander|nouvelle|dépendance|prévenir|passer) ; on (?:n|ne) (?:\w+ )?(?:pas|jamais|plus)
      n utilise pas ; faut pas ; demande(?:-moi| moi)? (?:avant|d abord) ; stop`,
    standing: r`
      toujours (?!pas|le|la|les|un|une|en|rouge|cass|ce|cette|là|500|404) ; désormais ; dorénavant
      à partir de maintenant ; à l avenir ; la prochaine fois ; prochaine fois ; à chaque (?:fois|\w+) ; chaque fois
      par défaut ; avant (?:de|d|que tu|chaque) ; d abord ; systématiquement ; n oublie pas ; rappelle ?(?:-| )toi
      pense à ; retiens`,
    ought: r`
      (?:devrai\w*|doit|doivent|devait|aurait dû|faudrait|faut|il faut)(?: \w+){0,3} (?:être|rester|aller|avoir|afficher|utiliser|mettre|passer|se|garder|renvoyer)
      (?:ça|ca|c) (?:va|est|doit aller) (?:dans|sous|côté) ; plutôt ; de préférence ; normalement ; censé\w*
      mieux (?:vaut|de) ; je préfère ; s écrit ; s appelle ; je voudrais`,
    instead: r`
      plutôt (?:que|le|la|un|une|dans|sur|en)? ; au lieu ; à la place
      pas (?:celui|celle|ceux|dans|sur|le|la|les|un|une|de|du|en|l)(?:-là| là)? ?[\w▢à-ÿ-]*[.!]?$
      ^pas (?:celui|celle|le|la|dans|sur|ça) ; mais (?:le|la|les|dans|sur|un|une|en|plutôt) ; l autre
      utilise (?:le|la|plutôt|notre|les) ; non pas`,
    toomuch: r`
      trop ; beaucoup trop ; inutile\w* ; superflu\w* ; pas besoin ; (?:n|ne|n en|on) (?:\w+ )?(?:besoin|sert à rien)
      usine à gaz ; plus (?:court|simple|petit|concis|léger) ; simplifi\w* ; (?:juste|seulement|uniquement) ; suffit
      exagéré ; surdimensionné ; \d+ (?:lignes|fichiers) pour ; moins de ; se lit très bien`,
    partial: r`
      ^presque ; ^mais ; , mais ; mais (?:il|le|la|les|tu|ça|ca|pas|là|c|on|j|l|sur|dans|en) ; sauf ; par contre
      cependant ; à part ; en revanche ; à moitié ; pas (?:tout|tous|toutes|complet|partout|encore)`,
    already: r`
      déjà ; existe (?:déjà|dans) ; on a (?:déjà|un|une) ; il y a déjà ; réutilise\w* ; y en a (?:déjà|un) ; doublon`,
    ours: r`
      chez nous
      (?:nous|on) (?:utilis\w+|n utilis\w+|est|sommes|a|n a|travaill\w+|déploi\w+|écri\w+|garde|met|fait|ne fait|génère)
      (?:notre|nos) ; (?:dans|sur) (?:ce|notre|le) (?:projet|dépôt|repo|équipe|code) ; ici
      il n y a (?:pas|aucun|que) ; y a (?:pas|que) ; c est (?:un|une|le|la|du|en|de la) ; tout (?:le|est)
      est (?:partagée?|en prod|généré|gelé|bloqué|interdit|mutualisé\w*)`,
    repeat: r`
      encore (?:une fois|le même|la même|un) ; (?:deux|trois|quatr|cinqu)ième fois ; \d(?:e|ème|eme) fois
      combien de fois ; déjà (?:dit|demandé|expliqué|signalé) ; sans arrêt ; à nouveau ; de nouveau
      comme (?:hier|la dernière fois)`,
    anger: r`
      putain ; merde ; bordel ; sérieux ; sérieusement ; franchement ; wtf ; pff+ ; n importe quoi
      génial,? maintenant ; super,? maintenant ; bravo,? ; allô ; [?!]{2,}$ ; \?! ; nul ; ridicule ; pénible ; marre`,
    lacking: r`
      où (?:est|sont|est passée?|sont passés|as tu mis) ; manque\w* ; il manque
      et (?:le|la|les|si|pour|mes|l) (?:\w+ ){0,4}\? ; et si
      (?:pas|aucun|sans) (?:de )?(?:tests?|gestion|validation) ; le reste ; la moitié ; l autre (?:moitié|partie)
      incomplet\w* ; (?:je|j|on) (?:ne |n )?(?:vois|trouve|ai) (?:pas|plus|rien|toujours pas|aucun)
      pas (?:fini|terminé|fait|traité)`,
    doubt: r`
      (?:je )?(?:ne )?(?:crois|pense) pas ; pas (?:sûre?|convaincu\w*|certain) ; tu es sûr ; vraiment \? ; impossible
      bizarre ; étrange ; j en doute ; vérifie (?:d abord|bien|encore|avant|toi) ; regarde (?:mieux|encore|bien)
      tu devines ; au hasard ; reproduis`,
    nostart: r`^(?:non|nan|nope|mais non|no)(?=[\s,.!?:]|$)`,
    halt: r`^(?:stop|arrête|attends|attend|halte|annule|pause|minute)`,
    negated: r`pas ; plus ; jamais ; rien ; aucune? ; personne ; ni ; sans`,
    states: r`
      ^(?:il|elle|ils|ça|ca|c est|ce|le|la|les|l|chez (?:moi|nous)|quand (?:je|on)|si (?:je|on)|je (?:vois|n)|j ai|ici|sur|dans|maintenant|y a|il y a|on|sept|\d+|ton|ta|en)(?= )`,
    praise: r`
      merci ; parfait\w* ; super ; génial ; top ; nickel ; impeccable ; bravo ; excellent
      c est (?:bon|parfait|top|bien|nickel|super)
      (?:ça|ca) (?:marche|fonctionne|passe|roule)(?! pas| plus| toujours) ; bien (?:joué|vu) ; bon boulot
      beau travail ; lgtm ; tout est (?:bon|vert) ; pas mal ; j aime(?! pas)`,
    consent: r`
      ^(?:oui|ouais|ok|d accord|vas y|vas-y|allez|go|continue|exactement|exact|parfait|bien sûr|carrément|ça marche|fais|prends|option|les deux|aucun|ni|la (?:1|2|3|première|deuxième|seconde)|le (?:1|2|3|premier|deuxième|second)|je valide|validé)(?=[\s,.!):]|$)
      ^[a-d1-9](?=[.,)](?!\d)|$) ; vas y ; tu peux (?:continuer|y aller)`,
    courtesy: r`
      pas de (?:souci|soucis|problème|quoi|mal) ; (?:c est )?pas grave ; t inquiète ; ne t inquiète pas
      aucun (?:souci|problème|soucis) ; aucune idée ; rien de (?:grave|spécial) ; ça ira ; tranquille ; peu importe
      pas pressé ; sans urgence ; par curiosité ; pas urgent`,
    decline: r`
      pas (?:la peine|nécessaire|besoin|maintenant|encore|utile|aujourd hui|tout de suite) ; non merci
      laisse(?: comme ça| tomber| le| la)? ; ça suffit ; c est tout ; plus tard ; je (?:le|la) (?:ferai|fais) ; ignore`,
    slip: r`
      ma faute ; mon erreur ; au temps pour moi ; autant pour moi ; je me suis (?:trompée?|planté\w*|emmêlé)
      faute de frappe ; (?:mauvaise?|pas la bonne) (?:fenêtre|terminal|onglet|touche) ; oups ; pardon
      désolée?,? (?:je|mauvaise|c est moi|ma|j) ; laisse tomber ; oublie(?: ça| ce)? ; j ai trouvé ; changé d avis
      finalement ; réflexion faite ; tu as raison ; par erreur ; sans faire exprès ; j ai (?:oublié|confondu|mal)`,
    outside: r`
      après (?:la|le|l) ; plus tard ; demain ; tout à l heure ; ce soir ; réunion ; déjeuner ; pause ; vpn ; wifi
      réseau ; internet ; connexion ; batterie ; (?:une|deux) (?:seconde|minute|sec|secondes|minutes)
      attends,? (?:je|j|que|une|un|deux) ; pas (?:maintenant|commité\w*|encore|poussé)
      d abord (?:en parler|valider|voir|demander) ; (?:avec|à) (?:l équipe|mon|ma|le client) ; la semaine prochaine
      redémarr\w+ ; réessaie ; reprends ; c est revenu ; coupure`,
    reported: r`
      client\w* ; utilisateur\w* ; support ; collègue\w* ; (?:le|la|les) (?:chef|compta|commercial|qa|recette)
      signalé\w* ; se plain\w+ ; remonté\w* ; ticket ; bug ; en prod\w*
      depuis (?:hier|lundi|vendredi|la|le|ce|mai|juin|avril) ; un(?:e)? (?:cliente?|utilisat\w+)
      quand (?:le|un|on|l) (?:client|utilisateur)`,
    ask: r`
      ^(?:que|quel\w*|quoi|qui|comment|combien|quand|où|est ce|est-ce|c est quoi|peux tu|tu peux|pourrais|tu pourrais|y a t|il y a t|a t|explique\w*|montre\w*|dis|regarde|vérifie|cherche|analyse|pourquoi (?:on|le|la|les|ça|est|c|cette|ce|j|il)|question|sais tu)(?=[\s,:?-]|$)
      tu peux (?:regarder|vérifier|m expliquer|me dire) ; on peut ; (?:à ton|ton) avis`,
    task: r`
      ^(?:ajoute\w*|crée\w*|écris|fais|génère|mets|implémente|modifie|change|renomme|déplace|supprime|remplace|installe|lance|exécute|teste|déploie|commit\w*|push\w*|corrige|refactorise|traduis|documente|affiche|arrête le|coupe|prépare|configure|nouvelle tâche|maintenant (?:fais|ajoute|le même|la même|passe|mets)|ensuite|puis|il faut|il faudrait|j aimerais|je veux|je voudrais|on a besoin|passe|nettoie|sors|range|trie)(?=[\s:,-])`,
    info: r`
      ^(?:pour info|info|fyi|au fait|note|à noter|pour le contexte|contexte|sache|à savoir)(?=[\s:,]|$) ; pour info`,
    intended: r`(?:c est )?(?:voulu|fait exprès|normal|attendu|intentionnel|prévu|connu) ; exprès`,
  },
};
