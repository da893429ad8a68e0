"""What the neural detectors share at run time: inputs, windows, the ONNX session, marks. No torch here."""
