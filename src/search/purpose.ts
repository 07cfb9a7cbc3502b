/**
 * What a prompt is for, as far as its wording shows: work, for which lessons are kept; an answer (what something is, how it
 * works, who wrote it); or a mechanical edit (rename a variable, sort the imports). The latter two share their words with
 * the lessons of the same matter and seldom need one, so they have to fit better. Asking what one should or may do is work.
 */

export type Purpose = 'work' | 'answer' | 'edit';

const any = (...parts: string[]): RegExp => new RegExp(parts.join('|'), 'iu');

/** "please", "ok, so", "in Rust," and "don't change anything," say nothing of it. */
const LEAD =
  /^(?:(?:please|ok(?:ay)?|hi|hey|hello|and|so|now|just|only|quick question|before (?:we|you|I) \w+|(?:in|on|for|with) [\p{L}\p{N}.#+ ]{1,24}|(?:don['’]t|do not|not|no|without)[^,:;?]{0,50}|(?:can|could|would|will) you(?: please)?|bitte|por favor|s['’]il (?:te|vous) pla[iî]t|пожалуйста|请)\s*[,:;]?\s+)+/iu;

/** Asks to be told, whatever else is said of what one ought to do. */
const TELL = any(
  String.raw`^(?:explain|describe|summari[sz]e|define|tell me|draw (?:me )?(?:an?|the) (?:\p{L}+ )*(?:diagram|picture|sketch|graph|machine|flow|tree|architecture)|outline|translate (?:this|the) (?:comment|error|message|sentence|word))\b`,
  String.raw`\b(?:don['’]t|do not|like to|want to|help me) understand\b`,
  String.raw`\b(?:(?:your|honest|an) opinion|what (?:do )?you think|gut feeling|would you (?:rather|bet|prefer)|just curious|let['’]s (?:stop|leave it|call it a day|take a break)|fed up|coffee)\b|\bworth (?:it|the (?:trouble|effort))\b`,
);

const ANSWER = any(
  String.raw`^what(?:['’]s| is| are| was| were| does| did| do you| happened| changed| type| version| colou?r)\b`,
  String.raw`^how (?:does|did|is|are|was|many|much|long|old|big|large|fast|accurate|far|often)\b`,
  String.raw`^(?:who|whose|whom)\b`,
  String.raw`^(?:in )?(?:which|what) (?!.*\b(?:do I|should|must|may|can I|do we use for)\b)`,
  String.raw`^when (?:is|was|were|did|does)\b`,
  String.raw`^where (?:is|are|does|did|was)\b`,
  String.raw`^why (?:is|are|does|do|did|was|were|have|has)\b(?!.*\b(?:slow|fail\w*|broken?|break\w*|crash\w*|errors?|wrong|hangs?|missing|stuck|flaky|leak\w*|\w+n['’]t)\b)`,
  String.raw`^(?:is|are|was|were) (?:the|there|this|that|it|an?|[\p{Lu}]\S*)\b`,
  String.raw`^(?:does|did|do you|do they|has|have (?:we|you|they))\b`,
  String.raw`\bwhat would (?:that|it|this)\b`,
  String.raw`\b(?:just|only) (?:tell|describe|explain|answer|the (?:number|name|file|command))\b`,
  String.raw`\bno code\b|\bnur erklär|\bsolo expl|\bseulement expliqu`,
  String.raw`\bjust want to (?:know|understand|see)\b`,
  String.raw`\b(?:in general|in (?:one|two|three|a few|simple) (?:sentences?|words|lines))\b`,
  String.raw`^(?:was|wer|wem|wo|wann|warum|wieso|weshalb|wozu|wofür|woher|wie viele?|welche[rsmn]?|erklär\p{L}*|beschreib\p{L}*|fasse?)(?!\p{L})`,
  String.raw`^wie (?:funktioniert|läuft|kommt|ist|sind|war|lange|oft|groß|alt|\p{Ll}+t (?:der|die|das|sich|man|es))(?!\p{L})`,
  String.raw`^(?:qu['’]est-ce|c['’]est quoi|à quoi|qui a|où|pourquoi|combien|quel(?:le)?s?|expliqu\p{L}*|décri\p{L}*|résum\p{L}*|comment (?:fonctionne|marche))(?!\p{L})`,
  String.raw`^¿?(?:(?:por|para) qué|qué|cuál(?:es)?|cuándo|dónde|quién|cuánt\p{L}+|explíca\p{L}*|explica|describ\p{L}*|resum\p{L}*|cómo funciona)(?!\p{L})`,
  String.raw`^(?:o que|(?:por|para) que|qual|quais|onde|quem|quant[oa]s?|expli(?:que|ca)\p{L}*|descrev\p{L}*|como funciona)(?!\p{L})`,
  String.raw`^(?:что|кто|где|почему|зачем|как(?:ой|ая|ое|ие|ова?)|сколько|объясни\p{L}*|опиши\p{L}*|как работает)(?![-\p{L}])|(?<!\p{L})(?:отлича\p{L}+|разниц\p{L}+)(?!\p{L})`,
  '(?<![没无])什么|为何|区别|一回事|吗[？?]?\\s*$|哪(?:里|个|些|种)|怎么工作|怎么回事|多少|几个|谁(?:写|改)|^(?:解释|说明|介绍|总结)',
  String.raw`なぜ|どうして|(?:どこ|いつ|誰|どれ)(?!で?も|か)|どの(?!よう)|とは(?:何|なん|？|\?|$)|何(?:が|を|の|です)|の違い|いくつ|(?:説明|要約)して|どういう意味`,
  '왜|어디|언제(?!나|든)|누가|뭐|무엇|무슨|얼마|몇 |설명해|요약해|알려',
);

/** Asks for what holds here, whatever form the question has. */
const OUGHT = any(
  String.raw`\b(?:should|shall|ought|must|may|allowed|permitted|supposed|forbidden|ok(?:ay)? (?:to|not|for|if)|is that (?:ok|a problem)|have to|has to|need to|needs|belongs?|stance|polic(?:y|ies)|convention|procedure|rules?|right way|best way|faster|slower|my (?:change|patch|fix))\b`,
  String.raw`\b(?:can|could|are|am) (?:I|we)\b|(?<!\bwhy )\bdo (?:I|we)\b(?! have\b| use\b(?! for))|\bhow do\b|\ba way to\b|\bwhy (?:do we not|don['’]t we)\b`,
  String.raw`(?<!\p{L})(?:soll\p{L}*|darf|dürfen|muss|müssen|doit|dois|faut|peut-on|puis-je|debo|debe\p{L}*|puedo|hay que|devo|deve\p{L}*|posso|можно|нужно|надо|должн\p{L}*)(?!\p{L})`,
  '可以|应该|必须|べき|してもいい|ばいい|해도 돼|해야',
);
/** A question with work behind it, or something to be written down. */
const THEN =
  /(?:[,.?]\s*(?:then |and |please )?|\band )(?:fix|change|update|put|add|write|measure|make|replace|remove|delete|find|save)\b|\bin (?:the|a|our) (?:\p{L}+ )?(?:docs|documentation|readme|guide|changelog|record|manual|wiki|page)\b/iu;

const NAMED = String.raw`(?:the |this |that |a |all )?(?:\p{Ll}+ )?`;
const EDIT = any(
  String.raw`^rename ${NAMED}(?:variable|local|receiver|parameter|argument|function|method|class|struct|constant|field of the struct|file|prop|property|test)\b`,
  String.raw`^rename \S*(?:\p{Ll}\p{Lu}|_)\S* (?:to|into) \S+(?!.*\b(?:api|tables?|columns?|schema|database|views?|events?|endpoints?)\b)`,
  String.raw`^(?:sort|order|reorder|group|tidy) the (?:\p{L}+ )?(?:imports?|keys|includes|use statements|fields|members|functions|methods|cases|entries)\b`,
  String.raw`^put .*\bon (?:separate|single|one|the same|a single) lines?\b|^wrap (?:the )?(?:lines|comments)\b|^(?:put|bring) .*\balphabetical order\b`,
  String.raw`^(?:convert|turn|change|make) (?:the |all )?(?:\p{L}+ )?(?:comments|quotes|tabs|imports|concatenations|indentation|line endings?)\b`,
  String.raw`^replace (?:the |all )?magic (?:numbers?|strings?)\b`,
  String.raw`^move (?:the )?(?:helper|function|prototype|declaration|constant|type|interface|method|class) .*\b(?:to|into) \S+\.\p{Ll}+$`,
  String.raw`^move .*\b(?:top|end|bottom|start|above|below|up|down)\b`,
  String.raw`^extract .*\b(?:function|method|variable|constant|hook)\b`,
  String.raw`^inline the\b|^(?:swap|invert) the\b`,
  String.raw`^add (?:a |an )?(?:(?:blank|empty) line|doc ?strings?|doc comments?|comments?|jsdoc|type hints?)\b`,
  String.raw`^(?:fix|correct) (?:the |a )?(?:typos?|indentation|spelling|misspelled|misspelt)\b`,
  String.raw`^(?:remove|delete|strip|trim) (?:the |all )?(?:unused|commented-out|blank|trailing)\b`,
  String.raw`^(?:benenne|renomm\p{L}*|renombr\p{L}*|renomei\p{L}*|переименуй\p{L}*)(?!\p{L}).*(?:variab\p{L}*|переменн\p{L}*)`,
  String.raw`^(?:nice|great|cool|perfect|well done)\b(?!.*\b(?:now|then|next|please|add|fix|make|write|run|put|commit|push|use|do|try)\b)`,
  String.raw`^(?:thanks?|thank you|good (?:morning|evening|night)|danke|merci|gracias|obrigad[oa]|спасибо|谢谢|ありがとう)(?!\p{L})`,
);

/** UTF-16 units: what is asked stands at the start, and what is pasted below it says nothing of the purpose. */
const READ = 300;

export function purposeOf(prompt: string): Purpose {
  const text = prompt.trim().slice(0, READ).replace(LEAD, '');
  if (EDIT.test(text)) return 'edit';
  if (THEN.test(text)) return 'work';
  return TELL.test(text) || (ANSWER.test(text) && !OUGHT.test(text)) ? 'answer' : 'work';
}
