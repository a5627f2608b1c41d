public import ArgumentParser
public import Logging
import RosterEngine
import RosterObservability

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The options for logging on standard error.
struct LogOptions: ParsableArguments {
  @Option(
    help: "Log what becomes of every modification on standard error, from this level on.")
  var logLevel: Logger.Level?

  /// Returns a configuration that logs a list under its name, if logging is requested.
  func configuration(list: String) -> DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    guard let logLevel else { return configuration }
    var logger = Logger(label: list) { SafeLogHandler(label: $0) }
    logger.logLevel = logLevel
    configuration.listeners = [LogListener(logger)]
    return configuration
  }
}
