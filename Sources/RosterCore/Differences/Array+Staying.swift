extension Array {
  /// The elements that stay.
  @inlinable
  func only(_ staying: some Collection<Bool>) -> [Element] {
    zip(self, staying).filter(\.1).map(\.0)
  }
}
