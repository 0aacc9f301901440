"""Closed lists of English. Apostrophes are dropped before comparing: "don't" is "dont"."""

from language.lexicon.phrase import phrases

ABBREVIATIONS = {
    "u": "you", "ur": "your", "thx": "thanks", "tks": "thanks", "tnx": "thanks", "ty": "thank you",
    "pls": "please", "plz": "please", "plis": "please", "idk": "i dont know", "nvm": "never mind", "yess": "yes",
    "ye": "yes", "yh": "yes", "okey": "ok", "kk": "ok", "gonna": "going to", "wanna": "want to", "cuz": "because",
    "wat": "what", "whats": "what is", "wheres": "where is", "whens": "when is", "hows": "how is",
}  # fmt: skip

AFFIRM = phrases("""
    yes, yep, yeah, yea, yup, yes please, sure, sure thing, of course, absolutely, definitely, certainly,
    indeed, affirmative, positive, correct, thats correct, that is correct, thats right, that is right, exactly,
    precisely, agreed, i agree, i accept, accept, accepted, i confirm, confirm, confirmed, i approve, approved,
    go ahead, please go ahead, go for it, go on, do it, do that, please do, just do it, by all means, sounds good,
    sounds great, sounds good to me, works for me, fine by me, fine with me, ok with me, that works, thats fine,
    that is fine, no problem, no worries, no objection, no objections, why not, i think so, i guess so, i do,
    i would, i would love to, id love to, you bet, okey dokey, aye, roger, proceed, carry on, lets go, lets do it,
    lets do this, lets do that, make it so, be my guest, for sure, totally, without a doubt, no doubt, you can,
    you may, please proceed, yes sir, yes maam, yes do, feel free, its a deal, deal, i authorize, i authorise,
    i am sure, im sure, happy to, id be happy to, im in, count me in, yessir, of course yes,
    i dont see a problem, i dont see any problem, i dont see why not, i see no problem, i see no problem with that, i see no reason why not, no problem with that, no objection here, im fine with that, im fine with it, im good with that, im good with it,
    im ok with that, im ok with it, im okay with that, im okay with it, thats fine by me, thats fine with me, thats ok with me, sounds like a plan, most definitely, you got it, you betcha, okie dokie, id love that, id like that, i would like that,
    id appreciate that, that would be lovely, ok by me, okay by me, good by me, knock yourself out,
    that would be great, that would be nice, that would be good, thatd be great, that would be perfect, id appreciate it
""")
SOFT = phrases("""
    ok, okay, k, fine, good, great, perfect, cool, awesome, right, alright, all right, all good, very well,
    wonderful, excellent, nice, done, ya, well, good idea, great idea
""")
NEGATE = phrases("""
    no, nope, nah, nay, no way, never, not, not now, not yet, not really, not today, not at all, not for now,
    no thanks, no thank you, thanks but no, thanks but no thanks, thank you but no, dont, do not, please dont,
    please do not, i dont, i do not, i dont want to, i dont want, i do not want, rather not, id rather not,
    i would rather not, better not, id better not, id prefer not to, i prefer not to, prefer not,
    i dont think so, i guess not, i think not, of course not, absolutely not, definitely not, certainly not,
    negative, wrong, incorrect, thats wrong, that is wrong, not correct, not right, thats not it, thats not right,
    that is not right, thats incorrect, i decline, decline, i refuse, refuse, i reject, reject, i disagree,
    no need, not necessary, not needed, theres no need, no can do, later, maybe later, another time,
    some other time, not interested, im not interested, im good, im good thanks, im fine, hard pass, ill pass,
    i wont, wont, no no, hell no, no sir, by no means, dont do it, dont do that,
    no chance, not a chance, no way jose, maybe another time, maybe some other time, perhaps later, perhaps another time, id rather you didnt, i would rather you didnt, id prefer you didnt, id prefer if you didnt, do not proceed, dont proceed, dont go ahead,
    do not go ahead, dont continue, do not continue, thats not what i asked, thats not what i asked for, thats not what i want, that is not what i want, never ever, over my dead body, hmm no, hm no, uh no, um no, oh no, i dont want that, i dont agree,
    i do not agree, im not ok with that, im not okay with that, im not fine with that, not happening, lets not, absolutely no, i said no, i already said no,
    not at this time, not right now, not at the moment, not this time, not for me
""")
CANCEL = phrases("""
    cancel, cancel it, cancel that, cancel this, cancel everything, cancelled, canceled, cancel all,
    i want to cancel, forget it, forget about it, forget that, forget this, lets forget it, never mind,
    nevermind, drop it, stop, stop it, stop that, please stop, abort, quit, exit, leave it, let it go, skip it,
    scrap it, scrap that, i changed my mind, ive changed my mind, changed my mind, i give up, give up, dont bother,
    no longer needed, no longer, not anymore, not any more, undo, i dont want it anymore, i dont need it anymore,
    let it be, stop right there, scratch that, on second thought no, on second thoughts no, you can forget it, you can forget about it, you can stop,
    i dont want this anymore, i dont want to anymore, call it off, back out
""")
UNSURE = phrases("""
    i suppose, i suppose so, i dont care, i dont mind either way, one sec, one second, a second, wait a second, wait a minute, give me a minute, give me a second, give me a moment, please wait, please hold, please hold on, you can wait, only if, if you want, if you like,
    if you say so, up to you, its up to you, your call, whatever you want, whatever you say, do what you want, do whatever you want, i need to ask, i have to ask, let me ask, i need to check, i have to check, ill check, ill have to check, definitely maybe,
    maybe, perhaps, i dont know, i do not know, dont know, dunno, not sure, im not sure, i am not sure, possibly,
    probably, it depends, depends, that depends, let me think, i need to think, i have to think, let me check,
    let me see, ill think about it, ill see, kind of, sort of, i guess, who knows, either, whatever,
    either is fine, cant decide, i cant decide, i havent decided, havent decided, undecided, might, i might,
    one moment, one minute, just a moment, just a minute, wait, hold on, hang on, no idea, i have no idea,
    i dont remember, i forgot, could be, more or less, not sure yet,
    im not really sure, im not too sure, not really sure, im unsure
""")
PERMIT = phrases("you can, you may, you could, please, permission granted, allowed, its allowed")
WANT = phrases(
    "i want, i want to, i would like, i would like to, id like, id like to, i need, i wish, i do want"
)
DO = phrases("""
    continue, keep going, send, send it, open, open it, start, start it, create it, submit, submit it, file it,
    request, request it, run it, execute, check, check it, begin, place it, register it, process it, finish, go,
    move on, move forward, get on with it
""")
WHOLE = {
    "y": "yes",
    "please": "yes",
    "please thanks": "yes",
    "why not": "yes",
    "end": "cancel",
    "pass": "no",
    "i am okay thanks": "no",
    "im okay thanks": "no",
    "i am good thanks": "no",
    "im good thanks": "no",
    "im fine thanks": "no",
    "i am fine thanks": "no",
    "what": "question",
}
FILL = phrases("""
    please, thanks, thank you, many thanks, thanks a lot, thank you so much, thank you very much, cheers, i, me,
    my, to, the, a, an, it, that, this, them, and, of, in, so, then, now, right now, right away, straight away,
    you, your, sir, madam, maam, man, mate, dude, just, all, also, too, well, very, much, so much, with, be, is,
    are, am, im, its, for, on, hi, hello, hey, good morning, good afternoon, good evening, quickly, asap,
    as soon as possible, when you can, lol, oh, ah, um, uh, do, we, us, lets, really,
    on second thought, on second thoughts, come to think of it, actually, honestly, i mean, here, ill
""")
TELL = phrases("""
    tell me, you tell me, explain, explain it, help me, you help me, let me know, inform me, show me, i want to know,
    i would like to know, id like to know, i wonder
""")
INTERROGATIVES = phrases("""
    what, whats, which, when, where, how, why, who, whose, whom, how much, how many, how long, what if, what about,
    how about, and the, and my, and what, and when, can you, could you, would you, will you, can i, could i, may i,
    should i, do i, do you, does it, did you, is it, is there, are there, is that, are you, will it, will i, i dont understand,
    i do not understand, i dont get it, i dont get, i didnt get it, huh, like what, i didnt understand, come again, pardon
""")
TAGS = phrases("ok, okay, right, please, yes, no, alright, correct")
CONTRAST = phrases(
    "but, however, though, although, as long as, only if, unless, provided, provided that, except"
)
ADDITION = phrases(
    "also, and also, besides, moreover, by the way, another thing, one more thing, plus, additionally"
)
AND = ("and",)
WILL_NEGATED = phrases("""
    dont want, do not want, didnt want, did not want, dont need, do not need, wouldnt like, would not like,
    not about, isnt about, is not about, not talking about, not asking, not interested, no longer want,
    rather than, instead of, dont cancel, do not cancel, dont return, do not return, dont send, do not send,
    dont open, do not open, dont change, do not change, never wanted, never asked, not looking, wont,
    not trying to, have nothing to do, has nothing to do
""")
OTHER_MATTER = phrases("""
    the other matter, the other thing, the other one, the other part, the other question, the other issue,
    the other topic, other matter, the rest, the remaining, the second part, the second thing, what is left,
    whats left, what was left, the other, the others, the other point, the other problem, the other request
""")
# What expressly opens a topic of its own, when a message begins with it.
NEW_TOPIC = phrases("""
    changing the subject, changing the topic, changing topics, change of subject, change of topic, to change the subject, on another topic, on a
    different topic, on another subject, different topic, different subject, this is about something else, it is about something else, unrelated
""")
# A change of what was shown: verbs that may be of another matter too, ...
CHANGE = phrases(
    "change, modify, correct, edit, fix, replace, substitute, adjust, rewrite, reword, rephrase, update, switch"
)
# ... verbs and beginnings that are of no other matter while a text is shown, ...
REWORD = phrases("""
    remove, delete, drop, take out, leave out, cut, omit, skip, add, include, insert, put, append, mention, tell them, tell him, tell her, tell everyone, say that, say,
    write that, ask them, ask him, ask her, let them know, let him know, let her know, inform them, remind them, remind him, remind her, it should say,
    it should read, instead of, rather than, without the, make it, make that, shorter, longer, more formal, more polite, shorten, to say, it to say
""")
# ... what is said of words that are not liked, ...
DISLIKE = phrases(
    "i dont like, i do not like, i didnt like, not what i wanted, thats wrong, that is wrong, thats not right"
)
# ... and what parts of a text are called.
PARTS = phrases("""
    subject, title, text, message, body, content, e-mail, email, mail, draft, sentence, line, paragraph, word, greeting, salutation, closing, sign-off, signature,
    beginning, end, last, first, recipient, tone
""")
# What somebody is to be told follows these words.
SAYING = phrases("""
    saying, saying that, that says, which says, to say, to tell, telling, tell them, tell him, tell her, tell everyone, say that, letting them know, letting him know,
    letting her know, let them know, let him know, let her know, to let them know, to let him know, to let her know, informing, inform them, to inform, asking,
    ask them, ask him, ask her, to ask, requesting, to request, reminding, remind them, remind him, remind her, to remind, confirming, to confirm, thanking,
    to thank, thank them, inviting, to invite, explaining, to explain, announcing, to announce, notifying, with the text, with the message, with this text,
    with this message, so that, about, regarding, concerning
""")
# A text that follows is called so.
FOLLOWING = phrases("""
    this, this text, this e-mail, this email, this mail, this message, this report, this article, this paragraph, this document, this note, this table, these data,
    this data, the following, the text below, the following text
""")
# Permission: what looking at something is called when it is allowed or ordered, ...
LOOK = phrases("""
    look, look at, look into, look it up, take a look, have a look, take a peek, check, check it, check out, check it out, check on, please check, recheck, verify, inspect, examine, analyze,
    analyse, investigate, review, access, connect, connect to, hook up, log in, log into, touch, touch it, pull, pull up, dig in, dig into, use, use it, read, see
""")
# ... what must not be done (the forms that follow a no; "it does not connect" is a complaint and no order), ...
LEAVE = phrases("""
    look, looking, peek, peeking, check, checking, checked, verify, verifying, inspect, inspecting, examine, examining, analyze, analyse, analyzing, investigate,
    investigating, review, reviewing, access, accessing, connect, connecting, log in, log into, logging in, logging into, touch, touching, mess, messing, poke, poking, snoop,
    snooping, fiddle, fiddling, go near, go in, go into, proceed, dig, digging
""")
# ... and of these the words for much else, which count only with the name of the matter or nothing behind them.
USE = phrases(
    "use, using, see, seeing, read, reading, open, opening, continue, do, do so, do it, doing, doing it, doing so, doing that"
)
BARS = phrases("""
    dont, dont you, dont ever, dont even, do not, never, never again, please dont, please do not, no, no more, not, you cant, you cannot, you can not, you may not, you must not, you mustnt, you should not,
    you shouldnt, you can no longer, you may no longer, you are no longer allowed to, you are not allowed to, youre not allowed to, youre no longer allowed to, i dont want you to, i dont want you, i do not want you to,
    i do not want you, i no longer want you to, i no longer want you, id rather you didnt, i would rather you didnt, id rather you did not, id prefer you didnt, i would prefer you didnt, id prefer you not, i would prefer you not to,
    id prefer if you didnt, better not, stop, please stop, quit, cease, no longer, you dont need to, you do not need to, no need to, theres no need to, keep from, refrain from, without, i forbid you to, dont you dare
""")
FORBID = phrases("""
    without looking, without checking, without accessing, without touching, without connecting, without it, hands off, keep out, stay out, stay out of it, stay away, stay off, keep away, keep off, back off, leave it alone, leave that alone, leave my instance alone, leave the instance alone, get out of there, dont you dare,
    disconnect, log out, log off, i revoke, revoke, revoke access, revoke the permission, revoke my permission, i withdraw my permission, i withdraw permission, withdraw my permission, i take back my permission, i take it back, i take that back,
    permission revoked, permission withdrawn, access revoked, you no longer have permission, you no longer have my permission, you no longer have access, no longer allowed,
    youre not allowed any more, you are not allowed any more, youre no longer allowed
""")
REFUSE = phrases("""
    never ever, sure as hell not, as hell not, hell not, like hell, like hell you will, yeah right, as if, in your dreams, over my dead body, not a chance, no chance, not in a million years, not on your life, fat chance,
    out of the question, when pigs fly, forbidden, permission denied, denied, access denied, not allowed, off limits, its off limits, thats off limits, not permitted, id rather you didnt, i would rather you didnt, id prefer you didnt,
    i would prefer you didnt, i would prefer you not, id prefer you not, id rather you not, i would rather you not, id rather not have you, i dont allow, i do not allow, i wont allow, you cant, you cannot, you may not, you must not, you shouldnt,
    you dont have permission, you do not have permission, you dont have my permission, no permission, thats not okay, that is not okay, thats not ok, that is not ok, its not okay, its not ok, not okay, not ok, not cool, not fine, keep your hands to yourself, keep your hands off, i forbid, nobody touches, nobody looks, no one touches, go away, get lost, skip it, skip that, ignore that, ignore it, without access
""")
GRANT = phrases("""
    you have permission, you have my permission, you have the permission, you have my blessing, i give you permission, i give permission, i grant permission, i grant you permission, permission granted, granted, i allow, i allow it,
    i allow you, i permit, i permit it, i authorize you, i authorise you, you are authorized, you are authorised, youre authorized, youre allowed, you are allowed, you are welcome to, youre welcome to, i dont mind, i do not mind,
    i have no objection, i have no problem with that, i have no problem with it, i see no problem, i see no reason why not, no objection from me, green light, you have the green light, connect, go right ahead, knock yourself out, im ok with it, im okay with it, im ok with that, im okay with that, im fine with it, im fine with that, lets have a look, lets see
""")
RESTRICT = phrases(
    "starting, from next, from monday, only, just, except, apart from, tomorrow, tonight, later, next week, some other day, if, unless, until, once, after, when, before, pending, outside"
)

GREETINGS = phrases("""
    hi, hello, hey, hi there, hello there, hey there, good morning, good afternoon, good evening, dear, dear team,
    dear sir, dear madam, dear sir or madam, dear support, to whom it may concern, greetings, how are you,
    hope you are well, i hope you are well, hope this finds you well, team, folks, all
""")
SIGN_OFFS = phrases("""
    best, best regards, kind regards, regards, warm regards, sincerely, yours sincerely, yours faithfully,
    yours truly, cheers, thanks, thank you, many thanks, thanks in advance, thank you in advance, looking forward,
    looking forward to your reply, looking forward to hearing from you, best wishes, bye, goodbye,
    sent from my iphone, sent from my phone, sent from my android, bye bye, see you, see you later
""")
VERBS = phrases("""
    is, are, was, were, am, came, come, comes, has, have, had, arrived, arrive, arrives, want, wants, need, needs,
    would, could, can, cant, got, get, received, bought, paid, pay, changed, broke, stopped, works, work, costs, cost,
    did, does, do, dont, doesnt, didnt, will, wont, went, think, see, saw, seems, charged, increased, return, exchange,
    cancel, dispute, know, says, track, went, like, ordered, isnt, wasnt, hasnt, havent
""")
COMMON = phrases("""
    the, my, is, are, was, you, your, i, want, order, invoice, bill, where, very, thanks, thank you, hi, hello, hey,
    good morning, good afternoon, good evening, for, with, an, this, that, still, yes, which, what, why, also,
    until, arrived, account, can, could, need, would, like, to, of, in, on, at, it, not, dont, and, but, now, more,
    when, how, please, have, has, do, does, been, from, ahead, sure, never, track, me, we
""")
# What is typed for short and is no short reply; `topic` spells it out.
CHAT = {
    "2moro": "tomorrow", "tmrw": "tomorrow", "tmr": "tomorrow", "2day": "today", "b4": "before", "gr8": "great", "acct": "account",
    "amt": "amount", "pmt": "payment", "pymt": "payment", "pymnt": "payment", "inv": "invoice", "pkg": "package", "bc": "because", "coz": "because",
    "becuz": "because", "gotta": "have to", "lemme": "let me", "gimme": "give me", "rn": "right now", "ppl": "people", "smth": "something", "sth": "something",
    "recvd": "received", "rcvd": "received", "recd": "received", "hv": "have", "dlvry": "delivery", "delv": "delivery", "ordr": "order", "svc": "service",
    "pwd": "password", "pw": "password", "appt": "appointment", "abt": "about", "dnt": "don't", "wanna": "want to", "r": "are", "wen": "when",
    "wer": "where", "cancl": "cancel", "refnd": "refund", "chrgd": "charged", "chrg": "charge", "prblm": "problem", "wrk": "work", "wrkng": "working",
    "ntwrk": "network", "cust": "customer", "omg": "oh my God", "wtf": "what", "asap": "as soon as possible", "thru": "through", "til": "until",
}  # fmt: skip
PICTURES = {
    "📦": "package", "🚚": "delivery", "🚛": "delivery", "💸": "money", "💰": "money", "💳": "card", "🧾": "receipt",
    "📱": "phone", "📲": "phone", "📞": "telephone", "☎": "telephone", "📶": "signal", "🌐": "internet", "🛜": "wi-fi",
    "📡": "signal", "📧": "e-mail", "✉": "e-mail", "📩": "e-mail", "📨": "e-mail", "💻": "computer", "🖥": "computer", "🖨": "printer",
    "📺": "television", "🎧": "headphones", "⌚": "watch", "👟": "shoes", "👕": "shirt", "🛒": "purchase", "🛍": "purchase", "🔑": "password",
    "🔐": "password", "🐌": "slow", "🐢": "slow", "💔": "broken", "🔁": "exchange", "🔄": "exchange", "↩": "return",
    "✈": "travel", "📅": "date", "🗓": "date", "⏰": "delay", "❓": "?", "❔": "?", "📄": "document", "🏠": "home", "❌": "not",
}  # fmt: skip
# What is not meant: the piece of the message that begins so says what it is not about, ...
DENIED = phrases("""
    stop talking about, enough about, im not upset about, i am not upset about,     its not about, it is not about, it isnt about, this is not about, this isnt about, thats not about, not about, isnt about, im not talking about, i am not talking about, not talking about, im not asking about, i am not asking about, i wasnt asking,
    not asking about, im not complaining about, i dont mean, i do not mean, i didnt mean, i did not mean, nothing to do with, it has nothing to do with, this has nothing to do with, has nothing to do with, forget the, forget my, forget about the, forget about my,
    ignore the, ignore my, never mind the, never mind my, nevermind the, disregard the, disregard my, not for the, not for my, not with my, not with the, not from, not because of, its not for, its not with, its not because of,
    i didnt say, i did not say, leave the, not regarding, its not regarding, not the, not my, not a, not an, not that, not this, not your, dont care about the, i dont care about the, wasnt about, it wasnt about
""")
# ... a piece that begins so does when another says what it is ("it's not the bill, it's the order"), ...
DENIED_IS = phrases("""
    its not the, its not my, its not a, its not, it is not, it is not the, it is not my, it isnt the, it isnt my, its not that, it wasnt the, it wasnt my, this isnt the, this is not the, this is not a, the problem is not, the problem isnt, the issue is not, the issue isnt,
    my problem is not, my problem isnt, my question is not, my question isnt, thats not the, thats not my
""")
# ... unless it goes on so: then it is the complaint itself ("it's not the one I ordered").
DENIED_NOT = phrases(
    "the one, the right, the first, the same, the case, the correct, what, the only, that easy, my fault, the way, my problem, the first time, enough, working"
)
UNWANTED = phrases("""
    i dont want, i do not want, i didnt want, i dont need, i do not need, i wouldnt like, i would not like, im not interested in, i am not interested in, not interested in, im not trying to, i am not trying to, im not looking to, i am not looking to, i never wanted,
    im not asking for, i am not asking for, not asking for, not looking for, im not looking for, dont want, do not want, i wont, im not going to, i am not going to, no need to, i have no intention of, im not here to
""")
# What somebody does not want and says because it is the matter: "I don't want to pay this fee".
PLIGHT = phrases("""
    explain, tell, inform, help, show, let,     to pay, to wait, to lose, to be, to keep, to have, to receive, to get, to accept, to go, to spend, to risk, to continue, to deal, you to, them to, anyone, any more, to end, to sign, to call, pay, wait, be, accept, lose, keep
""")
INSTEAD = phrases("instead of, rather than, in place of")
# What was said before it was not meant, ...
CORRECTED = phrases("""
    i meant, i mean, i meant to say, what i mean is, what i meant is, what i meant was, or rather, correction, scratch that, sorry i meant, sorry i mean, my mistake, my bad, oops, whoops, let me rephrase, wait no, no wait, sorry no, no sorry, make that, strike that,
    i misspoke, typo, that should be, should say, i typed it wrong, i was wrong, i said it wrong
""")
# ... and here only when what follows is a wish of its own, or names the matter.
RATHER = phrases(
    "actually, in fact, on second thought, on second thoughts, better yet, instead, in reality, come to think of it, i changed my mind, changed my mind, well actually, actually no"
)
BUT = phrases("but, however, but rather, though, now")
# A piece that begins so says what the message is about.
MEANT = phrases("""
    its about, it is about, its the, its my, it is the, it is my, its a, its for, its with, its because of, this is about, the problem is, the issue is, my problem is, my question is, the question is, the point is, my issue is, what i want, what i need, what i mean, what happened is,
    whats happening is, the thing is, im talking about, i am talking about, im asking about, i am asking about, i meant, i mean, just, only, about, it has to do with, i just want, i just need, i only want, i only need, im asking for, im calling about, im writing about, but, rather, the matter is, id rather, i would rather, id prefer, i would prefer, im here, i came, id like
""")
# A piece that is wholly one of these leads to the point, and is not it, ...
AROUND = phrases("""
    morning, morning team, morning all, morning everyone, afternoon, afternoon team,     guys, folks, everyone, everybody, hi all, hello all,     how are you doing, how is it going, hows it going, how are things, how are you today, whats up, sorry to bother you, sorry to bother, sorry for bothering you, sorry for the trouble, sorry for the long message, sorry for the long text, excuse me, i need help, i need some help, i need your help,
    i need a hand, i need assistance, i need some assistance, please help, please help me, help me, help me please, help please, can you help me, can you help, can someone help me, can someone help, can anyone help, can anybody help me, could you help me, could you please help me, could you help,
    could someone help me, would you help me, hope you can help, i hope you can help, i hope you can help me, hoping you can help, hoping someone can help, i have a question, i have a quick question, quick question, just a question, a question, one question, a quick question, i have a doubt,
    i was wondering if you can help, i was wondering if you could help me, heres the thing, here is the thing, heres the deal, let me explain, ill explain, i will explain, so basically, basically, long story short, to make a long story short, thats it, thats all, that is all, that would be all,
    awaiting your reply, awaiting your response, waiting for your reply, i look forward to your reply, looking forward to your response, please advise, please let me know, let me know, thanks for your help, thank you for your help, thanks for the help, thank you for your time, thanks for your time,
    thanks for your attention, i appreciate it, i appreciate your help, much appreciated, any help is appreciated, any help would be appreciated, is anybody there, anybody there, is anyone there, anyone there, is someone there, not sure if this is the right place, im not sure if this is the right place,
    not sure if you can help, im not sure if you can help me, i dont know if this is the right place, i dont know if you can help, i dont know where to start, i dont know how to explain this, im not good with computers, im not very technical, if possible, if you can, when you can, please, you know, you see,
    like, so, well, look, listen, okay so, ok so, anyway, anyways, in short, have a nice day, have a great day, have a good day, have a good one, have a nice weekend, hope you are doing well, i hope you are doing well, hope youre well, i hope youre well, hope youre doing well, i hope all is well, hope all is well,
    i hope this email finds you well, i hope this message finds you well, hope this email finds you well, all the best, take care, god bless
""")
# ... and one of a few words that begins so.
AROUND_OPENS = phrases("""
    hope youre, i hope youre, hope everyone,     my name is, im a customer, i am a customer, ive been a customer, i have been a customer, this is my first time, i hope, hope you, sorry to bother, sorry for, im not sure if this, i am not sure if this, not sure if this, i dont know if this, i live in, im from, i am from, i work at, i work in, i work for, i am new, im new,
    thanks for, thank you for, looking forward, i look forward, awaiting, sent from, get outlook, im a long time, im a loyal, been a customer
""")
# What is done with: "the bill is already sorted, now I want to know about my order".
SETTLED = phrases("""
    is already solved, is already sorted, is already fixed, has been solved, has been sorted, has been fixed, has been resolved, is already resolved, was already resolved, is resolved, is sorted, is solved, i already solved, i already sorted, i already fixed, already taken care of, got resolved, got sorted,
    has already been resolved, has already been fixed, has already been sorted, has already been solved
""")
# Sounds of somebody who speaks, and laughter.
HESITATION = phrases("uh, uhh, uhm, umm, erm, hmm, lol, haha, lmao, rofl, ugh, mhm")
# In front of the point they say nothing.
LEADS = phrases("""
    i already said, i already said that, i already told you, i told you, i said, again,     um so, um so yeah, um yeah, um ok, um hi, uh so, uh yeah, hey so,     so, well, look, listen, okay so, ok so, okay, ok, like, you know, right, yeah so, yeah, anyway, basically, so basically, and, oh, ah, see, you see, so yeah, alright so, alright, heres the thing, the thing is, i guess, so um, so uh, so like, well so, actually, guys, folks
""")
# Words that point back: what they point to must not be dropped.
ANAPHORA = phrases("it, this, that, them, they, those, these, one")
# What is wanted to be known first: "yes, but first tell me the price".
BEFOREHAND = phrases(
    "first, before that, before anything, before i confirm, before i answer, before i decide, but first, just, only, first of all"
)
# A yes on a condition is none: "yes, if it is quick".
CONDITION = phrases("as long as, only if, unless, provided, provided that, if")
THANKS = phrases(
    "thanks, thank you, many thanks, thanks a lot, thank you so much, thank you very much, thanks in advance, thank you in advance, please"
)
# Verbs that anything may do: beside nothing else they name no matter.
LIGHT = phrases("""
    is, are, was, were, am, be, came, come, comes, has, have, had, want, wants, need, needs, would, could, can, cant, got, get, did, does, do, dont, doesnt, didnt, will, wont, went, think, see, saw, seems, know,
    says, like, isnt, wasnt, hasnt, havent, talk, ask, make, some, thing, something, january, february, march, april, may, june, july, august, september, october, november, december, yesterday, tomorrow, monday,
    tuesday, wednesday, thursday, friday, saturday, sunday, month, week, year, day, today, not, no, without, from, with, here, there, rather
""")
DISCLAIMERS = phrases("""
    this e mail and any, this email and any, this message and any, this e mail is confidential, this email is confidential, this message is confidential, this e mail is intended, this email is intended, this message is intended, this e mail may contain, this email may contain, this message may contain,
    this message contains, this email contains, confidentiality notice, confidentiality, confidential, disclaimer, legal notice, privileged and confidential, if you are not the intended recipient, if you have received this, if you received this, the information contained in, the contents of this e mail, the contents of this email,
    please consider the environment, think before you print, before printing, get outlook for, virus free, this is an automated, sent from my, sent via, unsubscribe, do not reply to this, please do not reply to this, privacy policy
""")
# So begins a reply of somebody who cannot answer.
NOT_KNOWING = phrases("""
    i dont know, i do not know, dont know, dunno, no idea, i have no idea, no clue, i have no clue, havent a clue, i havent a clue, beats me, not sure, im not sure, i am not sure, i dont understand, i do not understand, dont understand, i dont remember, i forgot, i cant tell
""")
# What a question about the options of a question speaks of.
ABOUT_OPTIONS = phrases("""
    difference, differences, differ, differs, different, distinguishes, better, best, option, options, choice, choices, alternatives, explain, mean, means, recommend, suggest, them, these
""")
# What somebody does not know who cannot answer a question.
ABOUT_ANSWERS = phrases("""question, answer, name, code, ticker, one, choose, pick, say, tell, really, that, thing
""")
