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
    not at this time, not right now, not at the moment, not this time, not for me
""")
CANCEL = phrases("""
    cancel, cancel it, cancel that, cancel this, cancel everything, cancelled, canceled, cancel all,
    i want to cancel, forget it, forget about it, forget that, forget this, lets forget it, never mind,
    nevermind, drop it, stop, stop it, stop that, please stop, abort, quit, exit, leave it, let it go, skip it,
    scrap it, scrap that, i changed my mind, ive changed my mind, changed my mind, i give up, give up, dont bother,
    no longer needed, no longer, not anymore, not any more, undo, i dont want it anymore, i dont need it anymore,
    i dont want this anymore, i dont want to anymore, call it off, back out
""")
UNSURE = phrases("""
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
    "what": "question",
}
FILL = phrases("""
    please, thanks, thank you, many thanks, thanks a lot, thank you so much, thank you very much, cheers, i, me,
    my, to, the, a, an, it, that, this, them, and, of, in, so, then, now, right now, right away, straight away,
    you, your, sir, madam, maam, man, mate, dude, just, all, also, too, well, very, much, so much, with, be, is,
    are, am, im, its, for, on, hi, hello, hey, good morning, good afternoon, good evening, quickly, asap,
    as soon as possible, when you can, lol, oh, ah, um, uh, do, we, us, lets, really,
    actually, honestly, i mean, here, ill
""")
TELL = phrases("""
    tell me, you tell me, explain, explain it, help me, you help me, let me know, inform me, show me, i want to know,
    i would like to know, id like to know, i wonder
""")
INTERROGATIVES = phrases("""
    what, whats, which, when, where, how, why, who, whose, whom, how much, how many, how long, what if, what about,
    how about, and the, and my, and what, and when, can you, could you, would you, will you, can i, could i, may i,
    should i, do i, do you, does it, did you, is it, is there, are there, is that, are you, will it, will i, i dont understand,
    i do not understand, i didnt understand, come again, pardon
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
