extension PowerCutWorkload {
  static let together = PowerCutWorkload(
    "together",
    "a list is changed, alone and with another one, with which two derived lists are kept together, one over the other",
    isDivided: false)

  /// What an attack must find.
  package static let divided = PowerCutWorkload(
    "divided", "the same lists are changed, each in a transaction of its own", isDivided: true)
}
