"""The building blocks of messages: controls, layouts, answers, mentions, and the language and look of each reader."""
