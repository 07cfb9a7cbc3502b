/** English, what speaks against a correction. See features.ts for what each entry means. */
import type { PhraseTable } from './features.ts';

const r = String.raw;

export const EN_GUARDS: PhraseTable['phrases'] = {
  praise: r`
    thanks? ; thank you ; thx ; ty ; great ; perfect(?:ly)? ; awesome ; excellent ; amazing
    love (?:it|this|that|the) ; lovely ; nice ; cool ; sweet ; beautiful ; fantastic ; wonderful ; brilliant ; lgtm
    looks? (?:good|great|nice|perfect|fine|right|correct|better|ok|clean|much better) ; did work ; finally works?
    (?:that|it|this|all|everything|now) (?:all |now )?(?:works?|worked|passes|passed|is working|is fixed|is correct|does it|did it)(?! (?:before|last|yesterday|until|fine before|earlier|on|in|like|when))
    works (?:now|great|fine|well|perfectly|like|as)
    good (?:job|work|call|point|idea|catch|stuff|enough|one|to know) ; well done ; ^good ; ^fine
    (?:is|are|its|all|thats) (?:fine|good|great|perfect|correct|right|ok|okay)
    (?:tests?|build|ci) (?:is|are|all)? ?(?:pass\w*|green) ; makes sense ; i (?:see|like|agree) ; ship it
    (?:that was|so|pretty|super) (?:fast|quick) ; lifesaver ; genius ; the best ; of course ; reasonable ; 👍 ; 🎉
    ❤️ ; no (?:tests? )?(?:failed|failures|errors)`,
  consent: r`
    ^(?:yes|yep|yeah|yup|ya|sure|ok|okay|k|y|absolutely|definitely|agreed?|correct|exactly|right|confirmed?|approved?|of course|please do|go|go ahead|go for it|go on|do it|do that|do so|proceed|continue|carry on|keep going|next|sounds good|works for me|all good|done|merge it|resume|ready|recommended|recommendation|option|both|neither|either|none)(?=[\s,.!):]|$)
    ^[a-d1-9](?=[.,)](?!\d)|$) ; go ahead ; carry on ; keep going
    lets (?:do|go|implement|continue|start|proceed|try) ; sounds good ; up to you ; whatever you`,
  courtesy: r`
    no (?:problem|problems|worries|rush|hurry|idea|clue|biggie|stress|pressure|doubt|big deal|sweat|prob|need to (?:apologi\w+|worry)|preference|opinion|changes? needed|changes? necessary|tests? failed|failures|errors?|issues?|questions?|objections?|comments? from)
    not (?:bad|a problem|an issue|sure|at all|really,? just|urgent) ; nothing (?:else|to|more|for now|wrong)
    dont worry ; never ?mind ; dont know ; its (?:ok|okay|fine|all good|alright)
    thats (?:ok|okay|fine|alright|expected|all) ; all good ; either way ; its fine ; just curious ; out of curiosity
    you(?:re| are) (?:good|right|welcome|correct)`,
  decline: r`
    no need ; not (?:needed|necessary|required|yet|now|today|for now|at the moment|this time)
    (?:were|im|we are|i am) (?:good|fine|ok|okay|all set|done) ; skip (?:it|that|this|them)
    leave it(?: in| as| there| out| for now)? ; (?:thats|this is|thats all|that will be) (?:all|it|enough)
    no,? thanks? ; no thank you ; maybe (?:later|another) ; ignore (?:it|that|them|this) ; park (?:it|this|that)
    ill (?:do|run|handle|take|test|check|try|let you know) ; let me`,
  slip: r`
    my (?:bad|mistake|fault|error|typo|fat fingers) ; i (?:made|had) a (?:mistake|typo)
    (?:i|ive) (?:mis\w+|mixed (?:it|that|them|up)|messed up|forgot|accidentally|was wrong|pasted|hit|pressed|unfortunately|discarded|typed|gave you|sent)
    wrong (?:window|tab|chat|terminal|key|button) ; typo in my ; oops ; whoops ; sorry,? (?:i|my|wrong|meant|ignore)
    never ?mind ; nvm ; changed? my mind ; (?:on|upon) second thoughts? ; thinking about it ; you know what
    disregard ; forget (?:it|that|what i) ; i take (?:it|that) back ; you(?:re| are) right ; you were right
    i (?:didnt|did not) (?:realize|realise|know|notice|see that) ; i (?:found|figured|see now|see,|fixed|solved)
    found it ; i was (?:looking|thinking|confused) ; by accident
    actually (?:lets|i think|we (?:should|could)|make it)`,
  outside: r`
    later ; tomorrow ; tonight ; next (?:week|month|sprint|quarter)
    after (?:lunch|the (?:call|meeting|release|demo|standup)) ; lunch ; meeting ; standup ; coffee
    (?:a|coffee|lunch) break ; brb ; afk ; bedtime ; vpn ; wi ?fi
    (?:my|the) (?:internet|network|connection|proxy|phone|cat|dog) ; offline ; proxy ; battery
    power (?:cut|went|outage) ; reboot\w* ; (?:one|a|1) (?:sec|second|moment|minute|min) ; hang on
    hold (?:on|up|that) ; ^wait,? (?:a|until|till|for|i|let|my|im) ; not now ; not yet ; not today ; rate limit\w*
    api error ; credits? ; quota ; logged out ; timed? ?out ; try again ; retry ; continue ; resume
    pick (?:it|this) up ; carry on ; (?:till|until|when) (?:im|i am|i get|were|monday)
    not this (?:sprint|week|month|quarter|release|time)
    after the (?:freeze|release|launch|holidays|weekend|deadline) ; on (?:monday|tuesday|wednesday|thursday|friday)
    starting it now ; (?:is|are|was) down ; (?:isnt|not) running,? (?:starting|give)
    need to (?:ask|check with|talk|commit|push|save)
    let me (?:first|commit|push|ask|check|finish|save|stash|log|restart|think|read|grab|do|test|try|run) ; first let
    ask (?:the team|my|legal|ops) ; accident\w* ; misclick\w* ; doorbell ; (?:need|have) the (?:cpu|machine|memory)`,
  reported: r`
    (?:customers?|clients?|users?|people|folks|support|qa|sales|marketing|partner|colleagues?|someone|somebody|team ?mates?|reviewers?|tester|boss|manager|ops|sentry|monitoring|coderabbit|copilot|reviewer) (?:\w+ ){0,3}(?:says?|said|reports?|reported|complain\w*|wrote|mailed|noticed|found|asked|asks|wants?|sees?|seeing|cant|get|gets|getting|pointed|claims?|told|telling|opened|uploaded)
    bug (?:report|ticket)? ; (?:issue|ticket|pr|jira)[ #-]*\d+ ; incident ; in prod(?:uction)? ; on prod
    since (?:the )?(?:release|upgrade|monday|tuesday|wednesday|thursday|friday|weekend|last|this morning|we|may|june|july|april|march)
    nightly (?:job|build) ; repro steps? ; steps to reproduce`,
  ask: r`
    ^(?:what|how|which|who|when|where|whats|hows|is|are|does|do|can|could|would|will|has|have|was|did|should(?! be| have| go| only| say| not)|may|any|explain|tell me|show me|describe|compare|summari[sz]e|list|check|look|find|see|grep|think|investigate|review|analy[sz]e|read|research|why is|why does|why was|why do (?:we|they|i|some)|why are (?:the|there|these|our|we)|why (?:this|it|my|the|our)|is it|question|q|quick question|whats|i wonder|wondering|curious|i have a question|do you know|can you (?:check|tell|explain|see|show|look|find)|do we|do i|what if|what do|so what|so how|so is|so we|so if)(?=[\s,:?]|$)
    just (?:curious|wondering|asking) ; what do you think ; any idea ; do you think
    is (?:it|there|this|that) (?:a|an|any|possible|normal|safe|ok|worth)`,
  task: r`
    ^(?:add|create|implement|write|build|make|generate|update|upgrade|install|set ?up|configure|deploy|commit|push|merge|open|run|start|fix|refactor|move|rename|extract|convert|migrate|remove|delete|drop|replace|change|turn|translate|document|test (?!pass|fail|is|was|does|result)|publish|release|tag|bump|port|clean|split|convert|draft|prepare|plan|design|correct|reword|raise|export|import|enable|disable|hide|show|display|use|put|give|pull|fetch|checkout|switch|sort|group|format|lint|optimi[sz]e|improve|increase|reduce|allow|let|stop the|restart|kill the|shut|close|grep|search|apply|do|finish|wire|hook|try|go)(?=[\s:])
    ^(?:lets|now,? (?:add|do|the same|make|lets?|can|create|write|run|fix|implement|we|i want|please|update|change|move|commit|push|also|use|put|for|add)|next|then|new task|new topic|next up|todo|task|can you|could you|would you|i want|i need|i would like|id like|we need|we want|we should|i have|im trying|im working|help me|now we|now lets|now that|for the next|next,|as a next)(?=[\s:,.]|$)
    the (?:next|following) (?:task|step|thing) ; as a user ; acceptance criteria ; and then ; after that`,
  info: r`
    ^(?:fyi|btw|by the way|for (?:context|info|your info|reference|the record)|heads up|note|just so you know|context|background|info|remember|in case)(?=[\s:,]|$)
    just so you know ; no rush`,
  intended: r`
    (?:its|thats|is|this is|was|were) (?:\w+ )?(?:intentional|intended|deliberate|on purpose|expected|by design|fine|normal|known|a known)
    on purpose ; by design ; works as (?:intended|designed) ; ignore it`,
};
