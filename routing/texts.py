"""The platform's own sentences to users, in their language. Everything else is authored or a model's."""

from collections.abc import Mapping

from language.spoken_languages import mark, speak

TEXTS: Mapping[str, str] = {
    "refused": mark("I cannot answer this message. Could you write it another way?"),
    "apology": mark("Sorry, I could not answer just now. Please try again in a moment."),
    "broken_off": mark("My answer broke off here, before its end. Please ask again for what is missing."),
    "files_unread": mark(
        "I could not look at what you sent ({names}). Tell me in words what it is about, and I will go on."
    ),
    "cut_at_length": mark(
        "The answer became too long and stops here. Tell me what is missing, and I will go on."
    ),
    "cut_by_filter": mark("A content filter stopped the answer here. Could you ask in another way?"),
    "limit": mark("I could not finish everything just now. What I found so far: {found}"),
    "limit_said": mark(
        "This is as far as I got. If something is missing, write about only that in your next message."
    ),
    "limit_nothing": mark(
        "I have not found anything about this yet. Write it again in one sentence, one matter at a time, "
        "with the number or name it is about."
    ),
    "stays_here": mark("I am still with you here. Could you tell me in other words what you need?"),
    "announced": mark("The answer announced the handoff without making it: “{sentence}”"),
    "part_missing": mark(
        "I could not finish the part of {names} just now. Please ask about it again in a moment."
    ),
    "left_out": mark("I also saw the matter of {names}: we can look at it next."),
    "part_next": mark("The person also asks: {part}"),
    "part_before": mark("Already answered: {said}"),
    "part_before_nothing": mark("Nothing has been looked up yet."),
    "next_question": mark("And about {display}: {question}"),
    "which_one": mark("I want to be sure that I understood. Which of these is it about?"),
    "what_we_do": mark("Here I can help with: {names}. What would you like to talk about?"),
    "switched_off": mark("This is switched off at the moment: {what}."),
    "nothing_asked": mark("All right. If you need anything else, just write."),
    # Why a supervised loop goes on no further, for whoever reads the record.
    "nothing_open": mark("Nothing is open."),
    "no_round": mark("No round is left."),
    "user_goes_on": mark("Only the user can go on."),
    "nobody_left": mark("Nobody is left to be called."),
    # To whoever asks for a person; `when` is one of the last four.
    "person_asked": mark(
        "All right: I have passed this on to our team, with what we have talked about so far."
    ),
    "person_noted": mark(
        "All right: I have noted that you would like to talk to a person, with what we have talked about so "
        "far."
    ),
    "person_noted_still": mark("Your wish to talk to a person is noted, with what you have just written."),
    "person_soon": mark("A person takes care of it as soon as possible."),
    "person_there": mark("A person takes care of it; our people are there until {when}."),
    "person_away": mark(
        "Nobody is there just now; our people are back {when}, and a person takes care of it then."
    ),
    "person_waits": mark("Our team has your request, and what you have just written is with it."),
    "person_or_agents": mark("Until then I leave this matter to them. Would you rather go on with me?"),
    "person_option": mark("Go on with the assistant"),
    "person_agents_again": mark("All right, I go on with you here. What do you need?"),
    "person_wanted": mark("Asked to talk to a person."),
    "person_not_needed": mark("Would rather go on with the agents."),
    "a_person": mark("a person"),
    "when_today": mark("today at {time}"),
    "when_tomorrow": mark("tomorrow at {time}"),
    "when_monday": mark("on Monday at {time}"),
    "when_tuesday": mark("on Tuesday at {time}"),
    "when_wednesday": mark("on Wednesday at {time}"),
    "when_thursday": mark("on Thursday at {time}"),
    "when_friday": mark("on Friday at {time}"),
    "when_saturday": mark("on Saturday at {time}"),
    "when_sunday": mark("on Sunday at {time}"),
    "when_date": mark("on {day} at {time}"),
    # Another backend is to answer: true also where the gateway cannot pass the message on.
    "passed_on": mark("{who} takes care of this: I am asking for your message to be taken over."),
    # What is remembered of a user.
    "memory_known": mark(
        "This is what I remember of you:\n{facts}\nTell me if something is wrong, or what I should forget, "
        "for example “forget my name”."
    ),
    "memory_nothing": mark("I do not remember anything about you yet."),
    "memory_unknown": mark("I only remember people who are signed in, so I know nothing about you."),
    "memory_kept": mark("Noted. {facts}."),
    "memory_not_kept": mark("I do not keep personal numbers, addresses or secrets, so I did not note that."),
    "memory_forgotten": mark("Forgotten. {facts}."),
    # Of the gateway: a backend that does not answer.
    "backend_away": mark("{who} is not answering just now; {other} is with you."),
    "backend_still_away": mark("{who} is not answering just now. Please try again in a moment."),
    # Of a turn whose process ended, to whoever follows it.
    "goes_on": mark("There was an interruption; the answer is being made again."),
    "done_before": mark("This is done: {done}. If anything else is still open, please ask for it again."),
    "uncertain": mark("I do not know whether this was completed, please check before repeating it: {names}."),
}


def text(name: str, language: str, **values: str) -> str:
    """One sentence in a language."""
    return speak(TEXTS[name], language, **values)
