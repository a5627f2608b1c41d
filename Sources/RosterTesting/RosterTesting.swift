// One import for the tests of an application: the stores that fail belong to it.
@_exported public import RosterFaults
