/// A table that is a list, and random statements of several connections on it: those of the application, those that
/// write rows and list in one transaction, those of a connection that knows of no list, of a shell, and of migrations.
///
/// After each step the list has the rows of the table in the order in which it has seen them.
package struct TableAttack: Sendable {
  /// A fault that is put in to see that the attack finds it.
  package enum PlantedFault: String, CaseIterable, Sendable {
    /// The application removes what its triggers have noted.
    case lostNotes
  }

  /// The tables that a program may have.
  package static var schemas: [String] { TableStatements.schemas }

  private let schema: String
  private let stepCount: Int
  private let fault: PlantedFault?

  package init(schema: String, stepCount: Int = 60, fault: PlantedFault? = nil) {
    self.schema = schema
    self.stepCount = stepCount
    self.fault = fault
  }

  /// Runs the steps of a seed.
  ///
  /// - Returns: What is not as it must be, and what led to it, `nil` if nothing is wrong; and the number of statements.
  package func run(seed: UInt64) async throws -> (finding: String?, statementCount: Int) {
    var program = try TableProgram(schema, seed: seed, fault: fault)
    do {
      for _ in 0..<stepCount { try await program.step() }
      try await program.end()
      return (nil, program.statementCount)
    } catch {
      let what = (error as? TableProgram.Finding)?.description ?? "\(error)"
      return ("seed \(seed), \(schema)\n\(what)", program.statementCount)
    }
  }
}
