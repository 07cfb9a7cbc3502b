/** English. Contractions stand without their apostrophe. See features.ts for what each entry means. */
import type { PhraseTable } from './features.ts';
import { EN_GUARDS } from './phrases-en-guards.ts';

const r = String.raw;
/** Agents' verbs, in the past. */
const DID = r`(?:added|broke|broken|changed|chose|committed|copied|created|decided|deleted|deployed|did|dropped|duplicated|edited|forgot|forgotten|gave|got|hardcoded|ignored|implemented|introduced|invented|kept|left|lost|made|merged|messed|misread|mixed|missed|misunderstood|moved|overwrote|picked|pushed|put|ran|removed|renamed|replaced|reverted|rewrote|set|skipped|swapped|started|stopped|switched|touched|took|turned|undid|used|went|wrote)`;
const NOT = r`(?:do not|dont|does not|doesnt|did not|didnt|is not|isnt|arent|are not|wasnt|was not|werent|cannot|cant|can not|couldnt|wont|havent|hasnt|never|no longer)`;

export const EN: PhraseTable = {
  filler:
    'ok|okay|so|and|but|hm+|uh+|um+|oh|well|hey|please|pls|also|actually|ah|yeah|yes|sorry|then|wait|great|cool|nice|thanks|thank you|good|alright|right|now|no|nope|nah|hello|hi|btw',
  phrases: {
    wrong: r`
      wrong (?!with|if|when|\?) ; ^wrong ; (?:slower|longer|heavier|uglier|harder|bigger|more complicated) than
      (?:as|just as) \w+ as before ; useless ; pointless ; ^(?:slower|worse|uglier|longer)[.! ]*$ ; otherwise
      papering over ; nobody (?:wants|needs|reads|asked|uses)
      (?:is|are|was|were|thats|its|looks|look|seems|the|in|got|completely|totally|all) wrong ; incorrect(?:ly)?
      mistaken ; inaccurate
      not (?:quite |really |exactly |at all )?(?:what|how|where|the way|why|the one|the ones) (?:i|we|it|you)
      thats not (?:it|true|right|correct|how|what|the|a|an|quite|even|ok|okay|fine|good|acceptable|possible)
      (?:isnt|is not|arent|are not|wasnt|was not) (?:quite |even |really )?(?:what|right|correct|true|how|the right|the case|accurate|acceptable|it|the same|good)
      not (?:quite |really |the )?(?:right|correct|accurate|good enough|acceptable|a fix|the fix|the point|the issue|the problem|the goal|the same)
      (?:the|an?) (?:wrong|opposite|other way round) ; other way (?:a?round) ; backwards
      you(?:re| are) (?:confus\w+|guessing|mistaken|wrong|lying|missing|overthinking|assuming|making|hallucinat\w+|looking at|mixing)
      misunderst\w+ ; nonsense ; makes no sense ; doesnt make sense ; (?:doesnt|does not|didnt|dont) match ; mismatch
      contradict\w* ; made (?:that |it |this )?up ; hallucinat\w+ ; not even close ; nowhere near
      (?:much |even |got |its |made it |is )worse ; ugly ; not acceptable ; unacceptable ; no good ; not true ; untrue
      bad idea ; i (?:dont|do not) (?:like|want|need|agree) ; i hate ; not a fan
      (?:looks?|feels?|seems?) (?:weird|odd|off|bad|terrible|awful|ugly|broken|strange|dead|cramped|cheap|outdated)`,
    said: r`
      (?:i|we) (?:already |clearly |just |specifically |explicitly |literally |never |only |still |also )?(?:said|told you|told u|asked(?: you)?(?: for| to| why| about| if)?|meant|mentioned|specified|requested|instructed|was talking about|was asking|was referring|wanted|expected)
      as (?:i|we) (?:said|mentioned|asked|told) ; like i (?:said|asked|told)
      (?:did|didnt) i (?:not )?(?:say|ask|tell) ; i (?:dont|do not|didnt) mean
      what i (?:asked|said|meant|wanted|want)
      (?:my|the) (?:instructions?|request|prompt|spec|ticket|requirements?|plan|docs?|guidelines?|claude ?md) (?:say|says|said|was|were|is|asks?)
      per (?:the|my) (?:spec|plan|instructions?|ticket)
      read (?:it|that|this|my \w+|the \w+|what i \w+) (?:again|properly|carefully|first) ; re ?read
      remember (?:i|what|that|we) ; im (?:talking|asking|referring|not talking|not asking|saying)`,
    still: r`
      still
      same (?:\w+ )?(?:error|problem|issue|thing|bug|results?|failure|place|line|way|mistake|cent|behaviou?r|warning)
      (?:exact |the )?same(?: thing| way| here| as before)?[.!?]*$ ; not fixed
      (?:isnt|wasnt|never got|not) (?:actually )?(?:fixed|solved|resolved|gone|done|working)
      keeps? (?:on )?(?:\w+ing|the old|coming) ; red again
      (?:fail\w*|broke\w*|crash\w*|happen\w*|error\w*|back|gone|missing|slow|hangs|there|down) again
      again,? ?(?:the same|same)
      (?:didnt|did not|doesnt|does not|hasnt|has not) (?:help|change|fix|solve|work|do anything|make (?:a|any) difference|resolve|take effect)
      no (?:change|difference|effect|luck|dice) ; nothing (?:changed|happens|happened|shows|works|new) ; unchanged
      even after ; (?:got|its|now) worse ; back to the (?:same|old)`,
    fails: r`
      ${NOT} (?:\w+ )?(?:work|works|working|run|start|build|compile|load|open|show|shows|showing|appear|render|respond|update|updating|save|persist|fit|align|match|exist|exists|see|find|connect|move|moving|play|scroll|click|available|visible|responsive|executed|applied|aligned|centered|passing|pass|happen|do)
      typos? in (?:the|that|this|your|my|line|it) ; breaks? ; broke ; broken ; fails? ; failed ; failing ; crash\w*
      throws? ; hangs? ; stuck ; freezes? ; blows? up ; errors? (?:out|when|on|again)
      (?:got|get|getting|gives?|see|seeing|have|theres|is|are|an|this|with) (?:\w+ ){0,3}errors? ; red ; blank ; empty
      overlap\w* ; off by ; cut off ; barely (?:visible|readable) ; too (?:dark|bright|small|big|wide|slow)
      (?:4|5)\d\ds? ; nothing (?:compiles|happens|works|loads|shows|running|there|is)
      ^now (?:it|the|nothing|no|there|i|my|everything|all|none|its) ; (?:got|get|getting) (?:this|the following|an?)
      any ?more ; exceeds? ; sluggish ; laggy ; choppy ; wont ; gone ; disappeared ; vanished ; lost ; duplicated?
      twice ; unreadable ; divid\w+ by zero ; leaks? ; flaky ; times? out`,
    blame: r`
      you(?:ve| have| had)? (?:\w+ly |just |also |only |even |all |never |still |again |accidentally |somehow |obviously )?${DID}
      you (?:just |still |also |again |keep |kept |always )?(?:didnt|did not|dont|do not|havent|have not|arent|are not|werent|cant just|never|failed to|neglected|only|keep)
      u (?:didnt|forgot|broke|missed|removed|changed|dont)
      your (?:last |latest |previous |own )?(?:change|changes|fix|edit|edits|commit|refactor\w*|update|version|code|solution|approach|answer|response|plan|test|tests|migration|rename|rounding|script|assumption|summary|suggestion|query|output)
      you(?:re| are) (?:just |still |only |now |again |always |not )(?:\w+ing|\w+)
      you(?:re| are) (?!going|doing|welcome|looking good)\w+ing
      you (?:went|left|should have|shouldve|could have|need to|needed to|were supposed|obviously|clearly|must|have to|shouldnt|should not)
      so you
      the (?:one|line|file|code|test|flag|column|function|thing|part|script|changes?) (?:that )?you (?:just |\w+ly )?${DID}
      (?:it|that|this) (?:also )?(?:ate|removed|deleted|overwrote|clobbered|nuked|wiped|dropped|broke|swallows?|skips?|ignores?|lost)
      the (?:new|latest) (?:one|ones|version|code|design|layout|error codes?)`,
    why: r`
      why (?:did|do|have|are|would|were|not|dont|didnt|cant|arent|is it now|is there now|the hell|on earth|tf|is there (?:a|an|so)) ?(?:you|u|we|i|just|this|it)?
      ^why (?:another|a|an|two|so|all|not|go|the|just|this|\d+)\b ; why not ; what(?:s| is) the point
      who (?:told|asked|said)
      did (?:you|u) (?:even|actually|really|ever|not|just|check|test|run|read|verify|look|forget|try|skip) ; didnt you
      have you (?:even|actually|tested|tried|checked|read)
      are you (?:sure|serious|kidding|even|blind|stupid|ignoring|certain)
      how (?:come|is that|is this|can (?:that|it|this))
      what (?:are you doing|did you do|have you done|happened to|the)
      (?:arent|shouldnt|isnt|wasnt|doesnt|dont) (?:we|you|it|that|this|there) ; do you even ; since when ; for what`,
    unasked: r`
      (?:didnt|did not|never|wasnt|nobody|no one|not) (?:\w+ )?(?:ask(?:ed)?|request\w*|tell you|told you|want(?:ed)?|order\w*|said to)
      out of scope ; not (?:part|in scope) ; unrelated ; unrequested
      leave (?:\w+ ){1,4}(?:alone|as is|as it is|untouched|out|be)
      (?:dont|do not|stop|not to|never|without) touch\w* ; hands off ; not yours
      keep (?:it|that|this|the) (?:\w+ )?(?:as|the way|like) ; has to (?:keep|stay)
      (?:must|should) (?:keep|stay|remain) ; stick (?:to|with) ; only what`,
    undo: r`
      undo (?:that|this|it|the|your|all|what) ; ^undo ; revert\w* ; roll(?:ed)? (?:it |that |this )?back
      put (?:it|that|them|this|the \w+) back ; (?:change|move|bring|get|take|set|switch|turn|give) (?:\w+ ){1,4}back
      ^restore ; restore (?:it|that|the) ; scratch (?:that|it|the|this|all)
      take (?:it|that|this|them) (?:out|off|away) ; get rid of (?:it|that|this|them|those|these|the new)
      throw (?:it|that) away ; back (?:the way it was|to (?:how|what|the way|the old|the original|the previous))
      (?:remove|drop|delete) (?:it|that|this|those|these|them|again|what you) ; start over ; discard`,
    forbid: r`
      dont(?! worry| know| think| see| get| have| understand| mind| remember| need to worry| we| you| they| you think| want| like| mean| care| match| really)
      do not ; ^never ; ^not (?!yet|now|sure|really|bad|necessarily|today|at the moment|today)
      stop (?:\w+ly )?(?:\w+ing|it|that|this|with|the (?:guessing|summar\w+)|using) ; quit \w+ing ; no more ; avoid
      no (?:mocks?|comments?|emojis?|new (?:deps?|dependenc\w+|files?)|any|default exports?|semicolons?|interface|factory|sudo|recap|npm|yarn|workarounds?|hacks?|fallbacks?|inline|docs?|magic|restoration|headers?|tailwind|classes|abstractions?|duration|post|backend|breaking)
      shouldnt ; should not ; must not ; may not
      (?:cant|cannot|can not) (?:use|do|have|run|be|just|change|touch|rename|push|commit)
      without (?:my|asking|telling|any|a new|new) ; ask (?:me )?(?:before|first) ; not allowed ; forbidden`,
    standing: r`
      always ; from now on ; going forward ; in (?:the )?future ; every time ; each time ; next time ; by default
      before (?:you|u) (?:\w+) ; whenever ; after (?:every|each) ; first,? (?:then|before|and then) ; as a rule
      never(?! mind| ?mind| know) ; unless i ; until i ; (?:never|always) again ; ever$ ; please remember
      keep in mind ; make sure (?:you|to|that)`,
    ought: r`
      should(?:ve| have)?(?: \w+)? (?:be|been|not|go|use|come|live|look|stay|say|work|only|have|match|show|return|also|start|still)
      should (?!i|we)\w+ ; (?:supposed|meant) to ; needs? to (?:be|stay|go|show|look|match|have|use|keep|come)
      (?:has|have) to (?:be|stay|go|keep|match|have|use) ; must (?:be|have|go|use|stay|match)
      (?:belongs?|goes|lives?) (?:in|to|under|next|into|on) ; expected ; is (?:a|an)? ?(?:better|wrong) place
      ought to ; used to (?:be|return|work|show|have|do|go) ; ^(?:belongs?|goes) (?:in|to|under|into) ; rely on
      (?<!(?:we|i|you|and|ll|also|will|would|to|that|do|they) )needs? (?:the|a|an|to)
      would (?:be better|rather|prefer|it be possible) ; (?:id|i would) (?:rather|prefer) ; prefer
      want it (?:to|in|on|like) ; shorter ; better (?:to|if)`,
    instead: r`
      instead ; (?:id|i would|wed) rather ; rather than ; not (?:in|on|at|to|the|a|an|with) [\w▢-]+
      ,? not (?:the |a |an |in |on |by |to |with |just |as )?[\w▢-]+[.!]?$ ; ^not [\w▢-]+[.,!]
      ^not (?:the|a|in|on|that|this|only|rm) ; [\w▢]+,? not [\w▢]+ ; ^(?:the )?other (?:one|way|file|side|repo|branch)
      the (?:other|old|existing|previous|original|actual|real|right|correct) (?:one|way|file|version|version|repo|branch|\w+)$
      use (?:the|our|a|an|plain|only)? ?[\w▢-]+ ?(?:for (?:that|this|it)|instead|here|not|like) ; should have been
      (?:switch|change) (?:it|that|this|them)? ?(?:to|back)`,
    toomuch: r`
      too (?!late|bad|soon|please|if|and|but|then|in|on|for)\w+
      over ?(?:kill|engineer\w*|complicat\w*|think\w*|done) ; unnecessar\w+
      (?:dont|do not|doesnt|didnt) need (?:a|an|any|that|this|all|the|to|it|those|these|so)
      (?:is|are) (?:not|hardly) needed ; bloat\w* ; simpler ; simple enough ; simplify ; shorter ; smaller ; minimal
      less (?:text|code|verbose|words)
      just (?:the|a|one|do|use|fix|make|give|answer|put|keep|need|want|rename|change|add)
      only (?:the|a|one|do|use|fix|in|on|what|needs?|for|when)
      one (?:line|function|file|sentence) (?:is enough|fix|only) ; is enough ; \d+ (?:lines|files) (?:to|for|just|of)
      cut (?:it|that|this) down ; less is more ; stop (?:explaining|summari\w+) ; waste of`,
    partial: r`
      ^almost ; ^close ; ^all good,? but ; ^i (?:see|can see) (?:the|that|it) ; ^nearly ; ^better ; ^partly
      (?:looks?|is|are|works?|fine|good|great|nice|ok|okay|cool|right|true|well|sure),? but ; ^but
      but (?:it|the|you|that|this|not|now|its|i|there|theres|why|we|still|in|on|when) ; however ; though ; except
      other than that ; apart from ; also you ; only (?:issue|problem|thing)
      one (?:thing|problem|issue|more thing|last thing) ; although ; not (?:all|everything|every|only|both)
      half (?:of|the)`,
    already: r`
      (?:already|theres already) (?:have|has|exists?|had|is|got|there|done|did|a|an|in|doing|being|using|use|ran|run|merged|handle\w*|told|said|tried|does|working|defined|configured|set)
      already$ ; (?:we|i|you|it|repo|code|there|thats|that) already
      we(?: do|ve| got)? have (?:a|an|one|that|this) (?:\w+ ){0,3}(?:for|in|already)
      theres (?:a|an|one) (?:\w+ ){0,4}(?:in|for|that|already|under|at) ; exists? (?:in|already|under)
      use the (?:existing|one|shared) ; thats what (?:\w+ )?(?:is|does|are) ; reuse ; duplicat\w+`,
    ours: r`
      we (?:dont|do not|never|always|only|use|deploy|run|are|have|keep|write|pin|ship|store|target|support|need|agreed|decided|moved|stopped|switched|follow|name|call|prefix|put|log|test|format|work)(?! to| a (?:new|feature))
      our (?:\w+ )?(?:\w+) (?:is|are|has|have|uses?|runs?|needs?|does|doesnt|only|lives?|goes)
      (?:in|on|for|at|across) (?:this|our) (?:\w+ )?(?:repo|project|codebase|team|company|machine|shop|app|house|code|service|laptop|server|cluster|account)
      around here ; (?:whole|entire) (?:repo|project|codebase|team) ; here$ ; there is no ; theres no
      (?:its|it is|thats|this is) (?:a |an |the |all )?[\w▢-]+(?: [\w▢-]+)?(?:,|$| not ) ; everything (?:is|here|else)
      (?:is|are) (?:shared|read ?only|prod|production|frozen|generated|managed|owned|deprecated|locked|gitlab|github|alpine|public|private|pinned|vendored|immutable|called)
      convention ; house style ; policy ; half the \w+ ; isnt (?:in|on|allowed|installed|available)`,
    repeat: r`
      (?<!(?:run|start|try|push|check|deploy|build|open|test|do|look|up|updated|apply|send) (?:it |that |this |them )?)again(?! later| tomorrow| with| when| please)
      (?:second|third|fourth|fifth|\d(?:nd|rd|th)) time ; how (?:many times|often) ; once again ; yet again
      every (?:single )?time ; over and over ; repeatedly ; same (?:as|thing) (?:\w+ )?(?:yesterday|before|last)
      (?:yesterday|last time|last week|before|earlier) (?:too|already|as well) ; (?:since|from|as of) yesterday
      already told ; not the first time ; keep (?:telling|having|saying|repeating)`,
    anger: r`
      wtf ; wth ; omg+ ; arr+g+h* ; seriously ; come on ; ffs ; for (?:fucks?|gods?|christs?) sake ; fuck\w* ; shit\w*
      damn\w* ; dammit ; hell ; crap ; bullshit ; stupid ; idiot\w* ; useless ; terrible ; awful ; horrible
      ridiculous ; lazy ; ugh+ ; argh+ ; sigh ; bruh ; dude ; hello\?\? ; ^wow ; impressive
      (?:great|nice|cool|awesome|perfect|thanks|good job),? now ; lol no ; bro ; nooo+ ; really\?+ ; excuse me
      noooo* ; pathetic ; annoying ; painful ; sick of ; disappoint\w* ; careless ; sloppy ; what\?\?+ ; [?!]{2,}$
      \?! ; !\?`,
    lacking: r`
      where (?:is|are|did|does|do|have|has) (?:the|my|all|it|that|those|your|our) ; where (?:did|has) \w+
      wheres (?:the|my) ; (?:is|are|was|were|its|still|youre|you are|also|one|thats) (?:still |also |now )?missing
      missing (?:the|a|an|from|in|some|half|from) ; ^missing
      (?:no|without) (?:tests?|error handling|validation|docs?|types?|migration)
      what about (?:the|my|all|when|if|\w+)
      and (?:the|what about|my) (?:\w+ ){0,3}(?:rest|second|other|half|part|tests?|docs?|one)s?
      (?:the )?rest of (?:it|the|what|my) ; second half ; incomplete
      not (?:all|done|finished|complete|everything|implemented|handled|covered|even)
      (?:forgot|skipped|left out|missed|omitted|ignored)
      i (?:dont|do not|cant|cannot|no longer|only|just) (?:even )?(?:see|find|get|hear|have) (?:the|any|it|a|my|that|those|this|an|all|only)?
      (?:we|i) (?:dont|do not|cant|no longer) (?:see|find) ; havent seen ; nowhere
      what (?:did|have) you (?:skip\w*|miss\w*|left|forg\w+) ; finish (?:it|the|all|what)`,
    doubt: r`
      (?:dont|do not|didnt) (?:think|believe|trust) (?:so|that|it|this|thats|its|you|we|the) ; ^dont think
      not (?:convinced|sure (?:that|thats|its|this|about that|i (?:like|agree|want))|true) ; ^(?:really|sure)\?
      are you sure
      (?:looks?|seems?|sounds?|feels?) (?:like (?:you|it|the|its|theres|we)|wrong|off|weird|unlikely|suspicious|too)
      cant be (?:right|true) ; (?:that|it|this) (?:cant|couldnt) be ; unlikely ; i doubt ; impossible ; suspicious
      (?:check|look|verify|test|try|read|think|double check) (?:it |that |this |the \w+ )?(?:again|properly|first|harder|carefully|yourself|closer|before)
      reproduce it ; prove ; (?:its|it is) (?:an?|the) (?:assumption|guess) ; guess\w* ; assum(?:ed|ing|ption)
      verify (?:it|that|this|first|before|why|your) ; actually (?:test|run|check|read|look|verify)`,
    nostart: r`^(?:no|nope|nah|noo+|non|negative|not? no)(?=[\s,.!?:]|$)`,
    halt: r`
      ^stop ; ^wait ; ^hold (?:on|up) ; ^cancel ; ^abort ; ^halt ; ^whoa ; ^woah ; ^hey hey ; ^not? ?so fast
      ^back up ; ^pause ; stop stop ; kill (?:it|that|this)`,
    negated: r`
      not ; never ; nothing ; nobody ; no one ; none ; no longer ; any ?more ; without ; ^no(?= \w)
      (?:cant|cannot|doesnt|dont|didnt|isnt|arent|wasnt|werent|wont|hasnt|havent|couldnt|shouldnt|wouldnt|aint)`,
    states: r`
      ^(?:its?|this|that|thats|the|there|theres|these|those|they|theyre|when (?:i|you|we)|if (?:i|you)|i (?:see|get|got|still|count|only|now|tried|just|can|cant|ran|did|dont see)|on (?:my|the|a|mobile|safari|ios|android|windows|light|dark)|in (?:the|dark|light|prod)|for (?:the|some|a)|with (?:the|a|\d)|after|here|now (?:it|the|there)|my|some|half|only|one of|number|everything|all|none|each|both|looks|seems|feels|sounds|works|still|users?|people|clients?|\d+)(?= )`,
    ...EN_GUARDS,
  },
};
