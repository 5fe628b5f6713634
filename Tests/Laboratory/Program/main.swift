import Experiments

LaboratoryProgram.main(Array(CommandLine.arguments.dropFirst()))
