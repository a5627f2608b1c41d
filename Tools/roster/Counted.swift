extension Int {
  /// Returns the number with what it counts: `1.counting("item")` is "1 item", `2.counting("item")` "2 items".
  func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
