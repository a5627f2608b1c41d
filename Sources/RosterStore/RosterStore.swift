// Who keeps a list in a file has the codecs of its models.
@_exported public import RosterRows
