"""The building blocks of messages: controls, layouts, answers, mentions, and whose language and taste counts."""
