/** Portuguese. Accents may be missing, as they are when people type. See features.ts for what each entry means. */
import type { PhraseTable } from './features.ts';

const r = String.raw;

export const PT: PhraseTable = {
  filler:
    'ok|okay|bom|bem|e|mas|então|entao|hm+|é+|ah|oh|opa|oi|ei|por favor|pf|desculpa|espera|valeu|obrigad[oa]|legal|beleza|blz|show|sim|n[ãa]o|agora|olha|poxa|cara|mano|ué|na verdade|aí',
  phrases: {
    wrong: r`
      errad[oa]s? ; pior(?:ou|aram|ando) ; mais (?:lento|lenta|dif[ií]cil|complicado) (?:que|do) ; incorret\w+
      (?:isso|assim|esse|essa|este|esta|aí|aquilo) n[ãa]o
      n[ãa]o (?:é|era|são|eram|está|esta|tá|ta|ficou) (?:isso|assim|o que|o|a|os|as|bem|certo|certa|correto|correta|verdade|como|um|uma|esse|essa|bom|boa|igual|verde)
      ao contr[aá]rio ; o contr[aá]rio ; invertid[oa] ; entendeu (?:errado|mal) ; n[ãa]o entendeu ; se enganou
      enganad[oa] ; confundi\w* ; n[ãa]o faz sentido ; nenhum sentido ; invent(?:ou|ando|ado)
      n[ãa]o (?:bate|corresponde|confere) ; n[ãa]o gost\w+ ; pior ; fei[oa] ; ruim ; chutando ; adivinhando`,
    said: r`
      (?:eu |já |te |lhe |tinha |a gente )*(?:falei|disse|pedi|escrevi|mencionei|avisei|perguntei|expliquei|falamos|pedimos)
      (?:eu )?(?:já )?(?:tinha|havia) (?:dito|falado|pedido|avisado)
      (?:eu )?(?:queria|quis dizer|quero dizer|estava falando|tava falando|me referia|falava|tô falando|to falando|estou falando)
      como (?:eu )?(?:já )?(?:falei|disse|pedi|combinamos|combinado) ; nunca (?:falei|disse|pedi)
      (?:leia|lê|releia) (?:de novo|direito|o|a)?`,
    still: r`
      (?:ainda|continua|continuam|segue|seguem) (?:\w+ )?(?:n[ãa]o|dando|com|sem|igual|quebrad\w|falhando|errad\w|aparecendo|o|a|em|mostrando|vermelho|tá|está|dá|falha|aparece|lá|lent\w)
      (?:o|a|os|as)? ?mesm[oa]s? (?:\w+ )?(?:erro|problema|coisa|falha|resultado|bug|linha|lugar) ; mesma coisa
      de novo ; outra vez ; n[ãa]o (?:mudou|resolveu|adiantou|ajudou|corrigiu|arrumou)(?: nada)? ; nada mudou
      igual (?:antes|a antes) ; na mesma ; sem (?:mudança|efeito)`,
    fails: r`
      typo ; erro de (?:digita[cç][ãa]o|portugu[eê]s|ortografia)
      n[ãa]o (?:me |se |está |tá )?(?:funciona|roda|compila|inicia|carrega|aparece|mostra|abre|salva|responde|sai|vejo|vai|passa|encontra|conecta|sobe|builda|atualiza|funcionou|rodou|apareceu|deu)\w*
      falh\w+ ; quebr\w+ ; erro(?:s)? ; trav\w+ ; cai(?:u|ndo)? ; sumiu ; sumiram ; vazi[oa] ; duplicad\w+
      (?:4|5)\d\d ; em branco ; cortad\w ; estour\w+ ; bugad\w ; bugou ; perdi\w*`,
    blame: r`
      (?:voc[eê]|vc|tu|cê) (?:\w+mente |só |também |ainda |já |me |n[ãa]o )?(?:esqueceu|apagou|mudou|quebrou|adicionou|colocou|tirou|fez|usou|moveu|mexeu|removeu|deixou|criou|pulou|ignorou|inventou|perdeu|renomeou|alterou|trocou|botou|escreveu|sobrescreveu|escolheu|duplicou|deletou|entendeu|subiu|rodou|leu|assumiu|commitou)
      (?:esqueceu|apagou|mudou|quebrou|tirou|mexeu|removeu|pulou|ignorou|deletou|sobrescreveu|trocou) (?:de |o|a|os|as|do|da|no|na|um|uma|isso|tudo)
      (?:voc[eê]|vc|tu|cê) (?:está|esta|tá|ta|precisa|precisava|deveria|devia|tem que|tinha que|não|nao|fica|vive|sempre)
      (?:seu|sua|seus|suas|teu|tua) (?:\w+ )?(?:mudança\w*|correção|fix|código|codigo|commit|teste\w*|solução|resposta|versão|plano|script|refactor|refatoração|função|alteração)`,
    why: r`
      ^(?:por ?que|porque|pra que|para que|pq) (?:\w+ )?(?:voc[eê]|vc|tu|mexeu|mudou|criou|apagou|outro|outra|tanto|tanta|n[ãa]o|tirou|trocou|está mexendo|mais um|mais uma|colocou|isso|esse|essa|usar|criar|mudar|mexer)
      pra que ; para que (?:isso|esse|essa|outro|outra|um|uma) ; quem (?:mandou|pediu|disse)
      (?:voc[eê]|vc|chegou a|ao menos|pelo menos|sequer) (?:testou|rodou|leu|verificou|conferiu|testar|rodar)
      tem certeza ; (?:a gente )?já n[ãa]o (?:tem|temos|tinha) ; o que (?:voc[eê]|vc) (?:fez|está|tá) ; desde quando
      sério ; cadê`,
    unasked: r`
      (?:n[ãa]o|nunca|ningu[eé]m)(?: \w+){0,3} (?:pedi|pediu|pedimos|pedido|falei|mandei|mandou) ; fora d[oe] escopo
      n[ãa]o (?:mexe|mexa|toca|toque|altera|altere|muda|mude|encosta)\w* ; sem (?:mexer|tocar|alterar|mudar)
      deixa?e? (?:\w+ ){0,4}(?:como|quieto|em paz|assim|do jeito|intact\w)
      (?:tem que|deve|precisa) (?:ficar|continuar|manter) ; mant[eé]m ; mantenha ; s[oó] o que`,
    undo: r`
      desfa[zç]\w* ; revert\w+ ; volta\w* (?:\w+ ){0,3}(?:como|atrás|atras|ao|a|pro|pra|o|isso|tudo)? ; volte
      restaur\w+ ; (?:tira|tire|remove|remova|apaga|apague) (?:isso|esse|essa|isto|tudo|aí|daí)
      como (?:estava|tava|era|antes) ; retira ; descart\w+ ; rollback ; anula`,
    forbid: r`
      ^n[ãa]o (?:\w+ )?(?:use|usa|fa[zç]a?|coloca|coloque|cria|crie|adiciona|adicione|instala|instale|roda|rode|mexe|mexa|apaga|apague|escreve|escreva|sobe|suba|quero|queremos|precisa de|inventa|muda|mude|commita|pusha)
      ^nada de ; ^nunca ; ^jamais ; nunca (?:mais)? ; para de ; pare de ; evit[ae]\w*
      sem (?:me|minha|perguntar|avisar|depend\w+|nov[oa]s?|coment\w+|mock\w*)
      n[ãa]o (?:usamos|usa|se usa|pode|podemos|roda|faz|é pra|era pra|deve|usar|fazemos|mexe) ; proibid\w
      pergunt[ae]\w* antes ; me (?:pergunta|pergunte|avisa) antes ; chega de`,
    standing: r`
      sempre ; a partir de agora ; de agora em diante ; daqui (?:pra|para) frente ; no futuro ; da próxima
      da proxima ; próxima vez ; proxima vez ; toda vez ; cada vez ; por padr[ãa]o ; antes de (?:\w+)
      primeiro (?:\w+ ){0,4}(?:depois|e) ; lembr[ae]\w* ; nunca ; via de regra ; como regra`,
    ought: r`
      (?:deve|devem|deveria|deveriam|devia|tem|t[eê]m|tinha|precisa|precisava) (?:que )?(?:ser|estar|ficar|ir|usar|ter|mostrar|retornar|voltar|aparecer|chamar|continuar)
      era (?:pra|para) ; (?:vai|fica|vão) (?:em|no|na|dentro|embaixo|aqui|do lado) ; melhor ; prefiro ; preferimos
      se (?:chama|escreve) ; quero que ; o certo (?:é|seria) ; devia`,
    instead: r`
      em vez de ; ao inv[eé]s ; no lugar d ; e sim ; mas sim
      ,? n[ãa]o (?:o|a|os|as|no|na|em|um|uma|esse|essa|com|de|do|da)? ?[\w▢à-ÿ-]+[.!]?$
      ^n[ãa]o (?:o|a|no|na|esse|essa|os|as|é no|é na) ; o outro ; a outra ; us[ae] (?:o|a|os|nosso|nossa)
      melhor (?:o|a|no|na|com|usar) ; troca (?:por|pra|para) ; era (?:o|a|no|na) ; gera`,
    toomuch: r`
      demais ; muito (?:longo|complexo|complicado|grande|verboso|texto|código) ; desnecess[aá]ri\w+ ; exager\w+
      n[ãa]o (?:precisa|precisava|precisamos|preciso)(?: de)? ; sobra\w* ; mais (?:curto|simples|enxuto|direto)
      simplifi\w+ ; s[oó] (?:o|a|um|uma|isso|no|na|quero|muda|precis\w+|queria) ; apenas ; somente ; basta ; chega
      tanto ; tanta ; \d+ (?:linhas|arquivos) (?:pra|para) ; menos ; nenhum[a]?`,
    partial: r`
      ^quase ; ^mas ; , mas
      mas (?:o|a|n[ãa]o|falta|faltou|agora|no|na|os|as|ainda|continua|com|tem|esse|essa|voc[eê]|vc) ; exceto
      menos (?:o|a|no|na) ; s[oó] que ; por[eé]m ; contudo ; tirando ; pela metade ; nem tud[oa] ; nem tod[oa]s`,
    already: r`
      já (?:temos|existe|tem|tinha|está|ta|tá|estava|foi|há|faz|rodou) ; existe (?:já|em|no|um|uma) ; duplicad\w
      pra isso (?:tem|existe|já) ; reus\w+ ; reaproveit\w+`,
    ours: r`
      ^é \w+ aqui ; aqui (?:é|a gente|usamos|n[ãa]o|se|tudo|é|só|nós|no|na|temos)
      (?:a gente|n[oó]s) (?:us\w+|trabalh\w+|ger\w+|deploy\w+|faz\w*|tem|temos|escrev\w+|n[ãa]o|é|sobe|manda|padroniz\w+|coloc\w+)
      (?:usamos|temos|trabalhamos|estamos|fazemos|geramos) ; noss[oa]s?
      (?:nesse|neste|no nosso|no) (?:projeto|repo|reposit[oó]rio|time|c[oó]digo|servidor) ; na empresa
      n[ãa]o (?:tem|há|existe) (?:\w+ )?(?:aqui|nesse|no) ; é (?:um|uma|o|a)
      (?:é|são|está|tá) (?:compartilhad\w|de prod\w*|gerad\w|congelad\w|só leitura|bloquead\w)
      padr[ãa]o (?:é|do|da|aqui) ; tudo (?:é|fica|vai)`,
    repeat: r`
      de novo ; outra vez ; novamente ; (?:segunda|terceira|quarta|quinta|en[eé]sima) vez ; quantas vezes
      já (?:te )?(?:falei|disse|pedi|avisei|tinha|expliquei) ; toda (?:vez|hora) ; sempre a mesma ; igual ontem
      (?:2|3|4)a vez`,
    anger: r`
      merda ; porra ; caralho ; droga ; putz ; s[eé]rio\?* ; fala s[eé]rio ; pelo amor ; wtf ; [oó]timo,? agora
      legal,? agora ; beleza,? agora ; parab[eé]ns,? ; [?!]{2,}$ ; \?! ; rid[ií]culo ; que desastre ; oi\?+ ; aff+
      in[uú]til ; nossa`,
    lacking: r`
      cad[eê] ; ^(?:e )?(?:o|a|os|as|meu|minha) (?:\w+ ){0,2}\w+\?+$
      onde (?:est[aá]|t[aá]|ficou|foi|foram|est[ãa]o|parou) ; falt(?:a|am|ou|aram|ando|ava)
      e (?:o|a|os|as|se|quanto|meu|minha) (?:\w+ ){0,4}\? ; e se ; o resto ; a (?:outra )?(?:metade|segunda|outra)
      (?:sem|n[ãa]o tem|nenhum) (?:testes?|valida[cç][ãa]o|tratamento) ; incomplet\w
      n[ãa]o (?:vejo|achei|encontrei|tá pronto|terminou|estou vendo|tô vendo)`,
    doubt: r`
      (?:acho|creio) que n[ãa]o ; n[ãa]o (?:acho|creio|tenho certeza|estou convencid\w) ; duvido ; tem certeza
      certeza\? ; ser[aá]\? ; imposs[ií]vel ; estranho ; n[ãa]o pode ser
      (?:olha|confere|verifica|revisa|l[eê]|testa|checa) (?:direito|de novo|antes|primeiro|melhor|bem) ; chut\w+
      reproduz\w* (?:primeiro|antes)`,
    nostart: r`^(?:n[ãa]o+|nope|nada disso|nem pensar|negativo|que nada)(?=[\s,.!?:]|$)`,
    halt: r`^(?:par[ae]|stop|espera|pera|calma|cancela|aborta|segura|interrompe|chega)(?=[\s,.!?:]|$)`,
    negated: r`n[ãa]o ; nunca ; nada ; ningu[eé]m ; nenhum\w* ; sem ; nem ; jamais`,
    states: r`
      ^(?:o|a|os|as|isso|isto|esse|essa|no|na|quando|se|aqui|agora|aparece|tem|com (?:um|o|a)|falta|t[aá]|est[aá]|pra|para|s[oó]|ainda|em|um|uma|meu|minha|é|s[ãa]o|\d+)(?= )`,
    praise: r`
      obrigad[oa] ; valeu ; perfeito ; [oó]timo ; excelente ; show ; massa ; legal ; maravilha ; top
      ficou (?:[oó]timo|perfeito|bom|legal|show|lindo|excelente)
      (?:agora|tudo|já) (?:funciona|funcionou|passa|passou|foi|deu certo|rodou)(?! mal) ; deu certo ; bom trabalho
      mandou bem ; gostei ; lgtm ; (?:est[aá]|t[aá]) (?:perfeito|bom|certo|[oó]timo) ; tudo (?:certo|verde|ok|bem)
      boa`,
    consent: r`
      ^(?:sim|ok|beleza|blz|claro|isso|exato|certo|pode|pode (?:ser|seguir|ir|fazer)|manda|manda (?:ver|bala)|vai|vamos|bora|segue|continua|faz|fa[cç]a|combinado|fechado|a (?:primeira|segunda|1|2|3)|o (?:primeiro|segundo|1|2|3)|opç[ãa]o|ambos|ambas|nenhum|nenhuma|nem)(?=[\s,.!):]|$)
      ^[b-d1-9](?=[.,)](?!\d)|$) ; pode (?:seguir|continuar) ; vai na`,
    courtesy: r`
      sem (?:problema|problemas|pressa|stress|estresse|crise)
      n[ãa]o (?:tem problema|se preocupe|se preocupa|faz mal|importa|esquenta|sei) ; de nada ; tranquilo ; relaxa
      imagina ; nenhum problema ; tanto faz ; por curiosidade ; sem ideia`,
    decline: r`
      n[ãa]o (?:precisa|é necess[aá]rio|agora|hoje|por enquanto|obrigad\w) ; (?:ainda|agora) n[ãa]o$
      deixa (?:assim|pra l[aá]|quieto|pra depois|como est[aá])? ; s[oó] isso ; é s[oó] ; depois
      eu (?:fa[cç]o|rodo|vejo|resolvo)`,
    slip: r`
      (?:erro|culpa) (?:meu|minha) ; foi mal ; me enganei ; me confundi ; (?:janela|aba|terminal|chat) errad\w
      desculpa,? (?:eu|me|foi|era|errei|digitei|janela) ; ops ; opa ; esquece ; deixa pra l[aá] ; (?:já )?achei
      mudei de ideia ; pensando (?:bem|melhor) ; voc[eê] tem raz[ãa]o ; sem querer ; por engano ; digitei errado
      quis dizer ; errei`,
    outside: r`
      sprint que vem ; confirmar com ; s[oó] (?:na|no) (?:pr[oó]xim\w+|sprint|semana) ; depois ; mais tarde
      amanh[ãa] ; agora n[ãa]o ; reuni[ãa]o ; almo[cç]\w+ ; vpn ; wi ?fi ; internet ; rede ; conex[ãa]o ; luz
      bateria ; (?:um|s[oó] um|1) (?:segundo|minuto|momento|instante|minutinho) ; espera (?:um|eu|a|at[eé]|que|aí)
      pera ; (?:tenho|preciso) (?:que )?(?:falar|perguntar|ver|commitar|confirmar) (?:com|antes|primeiro)?
      semana que vem ; caiu ; voltou ; reinici\w+ ; tenta de novo ; ainda t[aá] testando ; retoma`,
    reported: r`
      cliente\w* ; usu[aá]ri\w+ ; suporte ; colega\w* ; chefe ; financeiro ; contabilidade ; o pessoal d
      (?:reclam\w+|relat\w+|reportaram|reportou|avisaram|chamado) ; ticket ; bug ; em prod\w*
      desde (?:ontem|o|a|que|maio|junho|abril|o fechamento) ; quando (?:o|um|a) (?:cliente|usu[aá]rio)`,
    ask: r`
      ^(?:o que|que|qual|quais|quem|como|quanto|quando|onde|tem (?:como|algum|jeito|um jeito)|h[aá] (?:como|algum)|d[aá] pra|pode|poderia|consegue|explica\w*|mostra\w*|me (?:diz|fala|mostra|explica)|olha|v[eê]|verifica|confere|procura|descobre|investiga|por ?que (?:o|a|os|as|isso|está|t[aá]|d[aá]|esse|essa|s[oó]|meu|minha)|sabe|pergunta|d[uú]vida)(?=[\s,:?]|$)
      consegue (?:ver|olhar|verificar) ; d[aá] pra`,
    task: r`
      ^(?:adiciona|adicione|cria|crie|escreve|escreva|faz|fa[cç]a|gera|gere|implementa|implemente|muda|mude|altera|altere|renomeia|renomeie|move|mova|apaga|apague|remove|remova|substitui|troca|instala|instale|roda|rode|executa|execute|testa|teste|deploy\w*|faz o|commita|sobe|suba|corrige|corrija|arruma|refatora|traduz|documenta|coloca|coloque|prepara|configura|nova tarefa|agora (?:faz|fa[cç]a|adiciona|cria|quero|preciso|o mesmo|a mesma|coloca)|pr[oó]xim[oa]|depois|preciso|quero|queria|gostaria|vamos|para o|para a|derruba|mostra|ordena|bota)(?=[\s:,])`,
    info: r`
      ^(?:pra (?:voc[eê] )?saber|s[oó] (?:pra|para) (?:avisar|constar|saber)|fyi|a prop[oó]sito|ali[aá]s|aviso|contexto|nota|lembrando)(?=[\s:,]|$)
      s[oó] avisando`,
    intended: r`é (?:intencional|de prop[oó]sito|proposital|normal|esperado|assim mesmo) ; de prop[oó]sito`,
  },
};
