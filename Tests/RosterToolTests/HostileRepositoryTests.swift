import Foundation
import RosterTestKit
import Testing

/// A repository that wants to fetch what it lacks, by a program that it names.
struct HostileRepositoryTests {
  @Test(arguments: ["import git repository", "replay --git repository"])
  func programOfARepositoryIsNotRun(_ command: String) async throws {
    let folder = try TemporaryFolder()
    let making = try await RosterProgram.shell(
      """
      set -e
      cd '\(folder.path)'
      export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org
      export GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org
      git init -q repository
      cd repository
      seq 100 > a; git add .; git commit -qm 1
      git mv a b; echo 101 >> b; git commit -qam 2
      blob=$(git rev-parse HEAD:b)
      rm -f .git/objects/${blob:0:2}/${blob:2}
      git config core.repositoryFormatVersion 1
      git config extensions.partialClone o
      git config remote.o.promisor true
      git config protocol.ext.allow always
      git config remote.o.url 'ext::../program %S'
      printf '#!/bin/sh\\ntouch ../mark\\n' > ../program
      chmod +x ../program
      """)
    #expect(making.exitCode == 0, "\(making.errors)")
    let mark = folder.path(of: "mark")
    let outcome = try await RosterProgram.shell(
      "cd '\(folder.path)'; GIT_ALLOW_PROTOCOL=ext $roster \(command)")
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.errors.components(separatedBy: "the contents of some files cannot be read").count == 2
    )
    #expect(!FileManager.default.fileExists(atPath: mark))
    _ = try await RosterProgram.shell("cd '\(folder.path)/repository'; git log --raw -M")
    #expect(FileManager.default.fileExists(atPath: mark), "plain git does run it")
  }
}
