"""Documents of a company and of its users: read, indexed, found again, cited.

A file becomes blocks (`parsing`, in a process of its own), blocks become passages (`chunking`), passages are
indexed by their words (`fulltext`) and by what they mean (`vectors`); `retriever` asks both and merges what
they find.
"""
